import type { Page } from '@playwright/test'
import { graveViolations } from '../support/axe.ts'

/** What axe finds that is serious or critical. */
export async function axeFindings(page: Page, of: 'colours' | 'all but colours'): Promise<string[]> {
  // The further rows of a table are drawn as the first ones.
  const found = await graveViolations(page, of, of === 'colours' ? ['tbody tr:nth-child(n + 9)'] : [])
  return found.map(line => `axe ${line}`)
}

/** What is too wide for the screen, too high for a row, or cut. */
export const faultsOnScreen = (page: Page): Promise<string[]> => page.evaluate(findFaults)

/** Runs in the browser. */
function findFaults(): string[] {
  const faults: string[] = []
  const isNarrow = innerWidth < 800
  const named = (element: Element) => {
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 50)
    return `${element.localName}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ').slice(0, 2).join('.')}` : ''} “${text}”`
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.for-readers, [aria-hidden="true"]')

  if (document.querySelector('h1')?.textContent === 'Page not found') faults.push('leads to no page')

  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) {
    const widest = [...document.querySelectorAll('main *')]
      .filter(isShown)
      .toSorted((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0]
    faults.push(`${wide} px wider than the screen${widest ? `, by ${named(widest)}` : ''}`)
  }

  const lowest = Math.max(
    innerHeight,
    ...[...document.querySelectorAll('main, main *')]
      .filter(isShown)
      .map(element => element.getBoundingClientRect().bottom + scrollY),
  )
  const below = document.documentElement.scrollHeight - lowest
  if (below > 50) faults.push(`${Math.round(below)} px of nothing below the page`)

  if (!isNarrow) {
    for (const table of document.querySelectorAll('.grid, .plain-grid, .queue-table, .cart-table, .pad-table')) {
      // Rights are sentences, each beside those of the other roles: cut, they would tell nothing.
      if (table.closest('.matrix')) continue
      const most = 36
      const rows = [...table.querySelectorAll(':scope > tbody > tr')].filter(
        // Several documents of one order stand under each other, and so do the sentences about a line of the pad.
        row => isShown(row) && !row.matches('.pad-told') && !row.querySelector(':scope > td > div + div'),
      )
      const high = rows.filter(row => row.getBoundingClientRect().height > most + 0.5)
      if (high.length > 0) {
        const highest = Math.max(...high.map(row => row.getBoundingClientRect().height))
        faults.push(
          `${high.length} of ${rows.length} rows up to ${Math.round(highest)} px high in ${named(table).slice(0, 80)}`,
        )
      }
    }
  }

  const primary = [...document.querySelectorAll('main :is(.ant-btn-primary, .plain-button)')].filter(isShown)
  if (primary.length > 1) faults.push(`${primary.length} primary buttons: ${primary.map(named).join(', ')}`)

  const cut = [...document.querySelectorAll<HTMLElement>('main *, header *, .sider *')].filter(element => {
    if (!isShown(element) || element.title || element.closest('[title]')) return false
    // Some words of a long text may be cut in a cell, which shows them all as its tooltip, or the 64 digits of a sum; a
    // number, a day or a code not.
    if (
      element.matches('.grid td, .is-one-line td') &&
      !/^[^ ]{0,40}$|^[\d\s:.,₹%-]+$/.test(element.textContent?.trim() ?? '')
    )
      return false
    const own = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    // What only readers of the screen hear is one pixel large.
    if (!own || element.clientWidth <= 1) return false
    const style = getComputedStyle(element)
    const sideways = element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden'
    const downwards =
      element.scrollHeight > element.clientHeight + 3 && style.overflowY === 'hidden' && style.display !== 'inline'
    return sideways || downwards
  })
  for (const element of cut.slice(0, 6)) faults.push(`cut: ${named(element)}`)
  if (cut.length > 6) faults.push(`and ${cut.length - 6} more are cut`)
  return faults
}
