import type { SimulatedMode } from '../../../resources/platform/simulated-sap.ts'
import type { SimulatorAnswer } from '../sap/answers.ts'
import type { SapRecord } from '../sap/store.ts'

type Page = SapRecord & { results: unknown[] }

/**
 * Spoils the pages of lists: `page-twice` gives the rows of the page before once more, and its link to the next,
 * `page-lost` no rows though it counts them, `zero-rows` none at all; `list-short` leaves out the last four of a list that
 * is asked for by its keys, and `count-moves` counts one more each time.
 */
export function pageSpoiler() {
  let before: { list: string; page: Page } | null = null
  let moves = 0

  return (answer: SimulatorAnswer, query: URLSearchParams, modes: readonly SimulatedMode[]): SimulatorAnswer => {
    const page = pageIn(answer)
    if (!page) return answer
    const list = nameOf(query)
    const last = before?.list === list ? before.page : page
    before = { list, page }
    const short = modes.includes('list-short') && isByKeys(query) ? shortened(page) : page
    if (modes.includes('count-moves') && short.__count !== undefined) moves++
    const counted =
      moves > 0 && short.__count !== undefined ? { ...short, __count: `${Number(short.__count) + moves}` } : short
    return { ...answer, body: { d: spoilt(modes.includes('count-moves') ? counted : short, last, modes) } }
  }
}

function spoilt({ __next, ...page }: Page, last: Page, modes: readonly SimulatedMode[]): SapRecord {
  if (modes.includes('zero-rows')) return { ...page, results: [], ...(page.__count !== undefined && { __count: '0' }) }
  const shown = modes.includes('page-twice') ? last : { ...page, __next }
  const { __next: next } = shown
  return {
    ...page,
    results: modes.includes('page-lost') ? [] : shown.results,
    ...(next !== undefined && { __next: next }),
  }
}

/** How many rows a list that is cut short lacks. */
const LACKING = 4

const isByKeys = (query: URLSearchParams) => / or /.test(query.get('$filter') ?? '')

const shortened = (page: Page): Page => {
  const results = page.results.slice(0, -LACKING)
  return { ...page, results, ...(page.__count !== undefined && { __count: `${results.length}` }) }
}

/** A list, whichever of its pages is asked for. */
const nameOf = (query: URLSearchParams) =>
  [...query]
    .flatMap(([name, value]) => (['$skip', '$skiptoken', '$top'].includes(name) ? [] : `${name}=${value}`))
    .join('&')

function pageIn({ status, body }: SimulatorAnswer): Page | null {
  const d = (body as { d?: unknown } | null)?.d
  return status < 300 && Array.isArray((d as Page | undefined)?.results) ? (d as Page) : null
}
