import { withOurIndexes } from './bare-table.ts'
import type { Bench } from './bench.ts'
import { type Figure, median, spreadOf, timesBare, told } from './figure.ts'
import { sentToKeystone } from './keystone-requests.ts'
import type { Side } from './load.ts'
import { atRest, load, secondsOf } from './processes.ts'
import { type Request, requests } from './requests.ts'

/** Requests per second of the portal and the bare handler, and of the peer if one runs: medians of rounds in turns. */
export async function measureSpeeds(bench: Bench, asked: (name: string) => boolean): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, request] of Object.entries(requests)) {
    if (!asked(name)) continue
    const measure = () => inTurns(bench, name, request)
    const more = await (request.withOurIndexes ? withOurIndexes(bench.databases, measure) : measure())
    more.forEach(bench.say)
    figures.push(...more)
  }
  return figures
}

async function inTurns(bench: Bench, name: string, request: Request): Promise<Figure[]> {
  const { databases, named, seconds, rounds, byProcessor } = bench
  const withPeer = bench.keystone && !request.withOurIndexes && sentToKeystone(request.bare(0, named), named)
  const sides: Side[] = ['bare', 'ours', ...(withPeer ? ['keystone' as const] : [])]
  const reached: Record<Side, number[]> = { bare: [], ours: [], keystone: [] }
  const from: Record<Side, number> = { bare: 0, ours: 0, keystone: 0 }
  for (let round = 0; round <= rounds; round++) {
    for (const side of sides) {
      const { pid, url } = bench[side]!
      const used = secondsOf(pid)
      const { perSecond, answered, next } = await load({
        request: name,
        side,
        named,
        url,
        token: side === 'ours' ? bench.token : '',
        // The first round is a warm-up.
        seconds: round === 0 ? 1 : seconds,
        from: from[side],
      })
      from[side] = next
      if (side !== 'keystone') await atRest(databases[side])
      if (round > 0) reached[side].push(byProcessor ? answered / (secondsOf(pid) - used) : perSecond)
    }
  }
  return figuresOf(request, reached)
}

function figuresOf({ title, goal, firstGoal }: Request, { bare, ours, keystone }: Record<Side, number[]>): Figure[] {
  const of = median(bare)
  const spread = spreadOf(ours.map((perSecond, round) => perSecond / bare[round]!).filter(Number.isFinite))
  const peer = keystone.length > 0 && { peer: `${told(median(keystone))} /s, ${(median(keystone) / of).toFixed(3)} ×` }
  const figure = { ...timesBare(title, of, median(ours), goal), spread, ...peer }
  if (firstGoal === undefined) return [figure]
  return [{ ...timesBare(`${title}: first step`, of, median(ours), firstGoal), spread }, figure]
}
