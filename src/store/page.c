#include "store/page.h"

#include "core/alloc.h"

#include <stdlib.h>

void page_add(struct page *page, const struct store_record *record)
{
    if (page->count == page->cap) {
        page->cap = page->cap ? page->cap * 2 : 64;
        page->entries = alloc_grow(page->entries, page->cap * sizeof *page->entries);
    }
    page->entries[page->count++] =
        (struct page_entry){record->room, record->seq, record->id, page->bytes.len, record->len};
    buffer_add(&page->bytes, record->body, record->len);
    buffer_add_byte(&page->bytes, '\0');
}

struct store_record page_record(const struct page *page, size_t i)
{
    const struct page_entry *entry = &page->entries[i];
    return (struct store_record){entry->room, entry->seq, entry->id,
                                 page->bytes.data + entry->offset, entry->len};
}

void page_clear(struct page *page)
{
    buffer_clear(&page->bytes);
    page->count = 0;
}

void page_free(struct page *page)
{
    buffer_free(&page->bytes);
    free(page->entries);
    *page = (struct page){0};
}
