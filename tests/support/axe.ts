import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** Rules about colours, which are all that differs between the themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const options = {
  colours: { runOnly: COLOURS },
  'all but colours': { rules: Object.fromEntries(COLOURS.map(rule => [rule, { enabled: false }])) },
} satisfies Record<string, RunOptions>

/** What axe finds on a page that is serious or critical, but in what `exclude` selects. A page reads axe once. */
export const graveViolations = (page: Page, of: keyof typeof options, exclude: string[] = []): Promise<string[]> =>
  findOn(page, { options: options[of], exclude, isNew: false })

/**
 * What axe finds wrong with the colours of texts that stand in other classes than those of earlier calls: what has the
 * same classes all the way up has the same colours. A page remembers them, also when its document is replaced.
 */
export const graveNewColours = (page: Page): Promise<string[]> =>
  findOn(page, { options: options.colours, exclude: [], isNew: true })

interface Question {
  options: RunOptions
  exclude: string[]
  isNew: boolean
}

async function findOn(page: Page, question: Question): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findGrave, question)
}

interface Axe {
  run(of: { exclude: string[]; include?: Element[] }, options: RunOptions): Promise<AxeResults>
}

/** Runs in the browser. */
async function findGrave({ options, exclude, isNew }: Question): Promise<string[]> {
  const { axe: loaded, coloursSeen: seen = new Set<string>() } = window as unknown as {
    axe: Axe
    coloursSeen?: Set<string>
  }
  const include = isNew ? [...document.body.querySelectorAll('*')].filter(isNewlyColoured) : undefined
  Object.assign(window, { coloursSeen: seen })
  if (include?.length === 0) return []
  const { violations } = await loaded.run(
    { exclude, ...(include && { include }) },
    { ...options, resultTypes: ['violations'] },
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' | ')}`)

  function isNewlyColoured(element: Element): boolean {
    const hasText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    if (!hasText && !element.matches('input, textarea')) return false
    const ways = [innerWidth < 800 ? 'phone' : 'desk']
    for (let at: Element | null = element; at; at = at.parentElement) {
      const styled = [...at.attributes].filter(({ name }) => /^(class|style|role|type|disabled|aria-|data-)/.test(name))
      // What an attribute names differs from row to row, and colours nothing.
      const said = styled.filter(({ name }) => !/label|controls|owns|describedby|activedescendant|row-?key/.test(name))
      ways.push(`${at.localName} ${said.map(({ name, value }) => `${name}=${value}`).join(' ')}`)
    }
    const way = ways.join(' < ')
    if (seen.has(way)) return false
    seen.add(way)
    return true
  }
}
