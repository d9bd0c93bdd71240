import { expect, type Page } from '@playwright/test'

/** The clicks and keys that a page was given: the events of the browser, so that nothing which a test fills in counts. */
export interface Taken {
  clicks: number
  keys: number
}

/** Counts the clicks and keys of a page from its next address on. */
export async function counted(page: Page): Promise<Taken> {
  const taken: Taken = { clicks: 0, keys: 0 }
  await page.exposeFunction('countInput', (what: keyof Taken) => {
    taken[what]++
  })
  await page.addInitScript(() => {
    const count = (what: string) => (window as unknown as { countInput(what: string): void }).countInput(what)
    // A modifier is held with another key, which counts.
    const isModifier = ({ key }: KeyboardEvent) => ['Control', 'Shift', 'Alt', 'Meta'].includes(key)
    window.addEventListener('pointerdown', event => event.isTrusted && count('clicks'), true)
    window.addEventListener('keydown', event => event.isTrusted && !isModifier(event) && count('keys'), true)
  })
  return taken
}

export function expectAtMost(taken: Taken, most: Taken) {
  // A count of nothing would mean that nobody counted.
  expect(taken.clicks).toBeGreaterThanOrEqual(most.clicks === 0 ? 0 : 1)
  expect(taken.keys).toBeGreaterThanOrEqual(most.keys === 0 ? 0 : 1)
  expect([taken, taken.clicks <= most.clicks && taken.keys <= most.keys]).toEqual([taken, true])
}
