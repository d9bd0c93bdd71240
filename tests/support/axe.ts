import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** Rules about colours, which are all that differs between the themes. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page that is serious or critical, but in what `exclude` selects. A page reads axe once. */
export async function graveViolations(page: Page, options: RunOptions, exclude: string[] = []): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findGrave, { options: { ...options, resultTypes: ['violations' as const] }, exclude })
}

interface Axe {
  run(of: { exclude: string[] }, options: RunOptions): Promise<AxeResults>
}

/** Runs in the browser. */
async function findGrave({ options, exclude }: { options: RunOptions; exclude: string[] }): Promise<string[]> {
  const { axe: loaded } = window as unknown as { axe: Axe }
  const { violations } = await loaded.run({ exclude }, options)
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' | ')}`)
}
