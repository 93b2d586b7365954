/* Records kept for a while in one piece of memory. {0} is an empty page; whoever declares one frees
 * it. What page_record shows is valid until the next page_add or page_clear. */
#pragma once

#include "core/buffer.h"
#include "store/store.h"

struct page {
    struct buffer bytes;
    struct page_entry {
        uint64_t room, seq, id;
        size_t offset, len;
    } * entries;
    size_t count, cap;
};

void page_add(struct page *page, const struct store_record *record);
struct store_record page_record(const struct page *page, size_t i);
void page_clear(struct page *page); /* empty, but its memory is kept */
void page_free(struct page *page);
