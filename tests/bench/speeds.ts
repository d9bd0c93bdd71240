import { type Figure, median, timesBare } from './figure.ts'
import { atRest, load } from './processes.ts'
import { requests } from './requests.ts'
import type { Bench } from './run.ts'

const SIDES = ['bare', 'ours'] as const

/** Requests per second of the portal and the bare handler: medians of alternating rounds. */
export async function measureSpeeds(bench: Bench, asked: (name: string) => boolean): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, { title, goal }] of Object.entries(requests)) {
    if (!asked(name)) continue
    const { bare, ours } = await inTurns(bench, name)
    figures.push(timesBare(title, bare, ours, goal))
    bench.say(figures.at(-1)!)
  }
  return figures
}

async function inTurns({ ours, bare, databases, token, named, seconds, rounds }: Bench, request: string) {
  const reached = { bare: [] as number[], ours: [] as number[] }
  const from = { bare: 0, ours: 0 }
  for (let round = 0; round <= rounds; round++) {
    for (const side of SIDES) {
      const { perSecond, next } = await load({
        request,
        side,
        named,
        url: side === 'ours' ? ours.url : bare.url,
        token: side === 'ours' ? token : '',
        // The first round is a warm-up.
        seconds: round === 0 ? 1 : seconds,
        from: from[side],
      })
      from[side] = next
      await atRest(databases[side])
      if (round > 0) reached[side].push(perSecond)
    }
  }
  return { bare: median(reached.bare), ours: median(reached.ours) }
}
