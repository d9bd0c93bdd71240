import type { Page } from '@playwright/test'

/** The number of the order whose page is open. */
export async function orderNoOf(page: Page): Promise<string> {
  const key = page.getByText(/^Order OR\d+$/)
  return (await key.textContent())!.replace('Order ', '')
}
