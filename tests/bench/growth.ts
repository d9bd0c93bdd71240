import { type Figure, median } from './figure.ts'
import { load } from './processes.ts'
import type { Bench } from './run.ts'

/** The allowed factor of each request's time on ten times the rows. */
const MOST = { get: 1.3, list: 1.3, search: 3 }

/** Compares requests at ten times the rows, measuring both portals alternately. */
export async function measureGrowth(
  withBench: <Result>(rows: number, work: (bench: Bench) => Promise<Result>) => Promise<Result>,
  rows: number,
): Promise<Figure[]> {
  return withBench(rows, small => withBench(rows * 10, large => compared(small, large)))
}

async function compared(small: Bench, large: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [request, most] of Object.entries(MOST)) {
    const spent = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round <= small.rounds; round++) {
      for (const [size, { ours, token, named, seconds }] of [
        ['small', small],
        ['large', large],
      ] as const) {
        const order = { request, side: 'ours' as const, url: ours.url, token, named, from: 0 }
        const { perSecond } = await load({ ...order, seconds: round === 0 ? 1 : seconds })
        if (round > 0) spent[size].push(1 / perSecond)
      }
    }
    const ratio = median(spent.large) / median(spent.small)
    const ms = (list: number[]) => `${(median(list) * 1000).toFixed(2)} ms`
    figures.push({
      title: `${request} at ten times the rows (bare: at ${small.rows.toLocaleString('en-IN')})`,
      bare: ms(spent.small),
      ours: ms(spent.large),
      ratio: ratio.toFixed(2),
      goal: `≤ ${most} ×`,
      reached: ratio <= most,
    })
    large.say(figures.at(-1)!)
  }
  return figures
}
