// What people see on Taboo's table.

/** The card as a page shows it. */
export const cardOn = async ({ page }) => ({
  word: await page.locator('.taboo .taboo-card .word').innerText(),
  taboo: await page.locator('.taboo .taboo-card .forbidden-words li').allInnerTexts(),
});

/** Which texts of the card are in there, as whole JSON strings in any case. */
export function leaks(messages, { word, taboo }) {
  const all = messages.join('\n').toLowerCase();
  return [word, ...taboo].filter((text) => all.includes(JSON.stringify(text.trim().toLowerCase())));
}

export const scores = async ({ page }) => (await page.locator('.sides .points').allInnerTexts()).map(Number);
