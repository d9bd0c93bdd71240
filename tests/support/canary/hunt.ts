import type { TestPortal } from '../portal.ts'
import { sampled } from '../proof.ts'
import { ask } from './ask.ts'
import { type Ask, asksOf } from './asks.ts'
import { auditAsks, listAsks } from './lists.ts'
import type { Canary } from './marks.ts'
import type { Oracle } from './oracle.ts'
import type { SignedIn } from './readers.ts'
import { stories } from './stories.ts'
import { isToldBeside } from './told-beside.ts'
import type { CanaryWorld } from './world.ts'

/** What came of all the asking. */
export interface Hunt {
  /** How many requests there are, and how many of them were sent. */
  of: number
  asked: number
  /** Found by somebody who may. */
  seen: ReadonlySet<Canary>
  /** One sentence for each column that somebody read by a route though they may not. */
  leaks: readonly string[]
  /** The routes that answered somebody. */
  answered: ReadonlySet<string>
  /** Answers that are no answers: faults of the portal, and requests turned away for being too many. */
  broken: readonly string[]
}

const AT_ONCE = 4

/** A request of somebody, and by which route they are told. */
interface Wanted {
  who: SignedIn
  at: string
  one: Ask
}

/** Who together read all that anybody may read, where they ask for whole lists, the audit log and all files. */
const WITNESSES = ['auditor', 'sales_rep', 'master_admin', 'customer']
const isWitness = ({ who, at, one }: Wanted) =>
  WITNESSES.includes(who.login) &&
  (['api/audit-entries', 'api/attachments'].includes(at) || one.path.includes('$limit=500'))

/**
 * Lets everybody ask everything, in the guard a sample of it with each route, each person and all witnesses, and says
 * who was told what they may not know.
 */
export async function hunt(
  portal: TestPortal,
  world: CanaryWorld,
  oracle: Oracle,
  readers: readonly SignedIn[],
): Promise<Hunt> {
  const seen = new Set<Canary>()
  const leaks = new Map<string, string>()
  const broken: string[] = []
  const answered = new Set<string>()
  let asked = 0
  const read = async ({ who, at, one }: Wanted) => {
    asked++
    const { status, canaries, fault } = await ask(portal, who.asker.token, one, world.canaries)
    if (status >= 500 || status === 429) broken.push(`${who.login} ${one.path}: ${status} ${fault}`)
    if (status < 300) answered.add(at)
    const route = routeOf(one.path)
    for (const canary of canaries) {
      if (oracle.mayRead(who, canary)) seen.add(canary)
      else if (!(isToldBeside(route, who.role, canary.resource, canary.column) && oracle.isTheirs(who, canary))) {
        const what = `${who.login} (${who.role}) read ${canary.resource}.${canary.column}${canary.past ? ' of the past' : ''} through ${route}`
        if (!leaks.has(what)) leaks.set(what, `${what}: row ${canary.row}, ${one.body ? 'POST' : 'GET'} ${one.path}`)
      }
    }
  }
  const sendAll = async (all: readonly Wanted[]) => {
    const left = all.toReversed()
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) await read(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  const all = readers.flatMap(who => wantedBy(world, who))
  const tried = new Set(
    sampled(
      'canaries: readers × requests',
      all,
      2000,
      ({ at }) => at,
      ({ who }) => who.login,
      wanted => isWitness(wanted) && `${wanted.who.login} ${wanted.one.path}`,
    ),
  )
  await sendAll([...tried])
  // Whether a route answers at all is not left to who was chosen to ask it.
  const own = Object.keys(asksOf(world, ['dealer']))
  await sendAll(all.filter(one => !tried.has(one) && own.includes(one.at) && !answered.has(one.at)))
  return { of: all.length, asked, answered, seen, leaks: [...leaks.values()].sort(), broken }
}

/** Everything that somebody asks, and by which route. */
function wantedBy(world: CanaryWorld, who: SignedIn): Wanted[] {
  return [
    ...[...listAsks(world, who), ...auditAsks(who)].map(one => ({ who, at: routeOf(one.path), one })),
    ...Object.entries(asksOf(world, told(who)))
      .filter(([at]) => !alike.includes(at) || who.login === 'customer')
      .flatMap(([at, own]) => own.map(one => ({ who, at, one }))),
  ]
}

/** The stories that somebody asks about: who reads all or none alike asks about the most telling one. */
const told = ({ near }: SignedIn): string[] =>
  near ? stories.filter(({ drafts }) => !drafts).map(({ name }) => name) : ['dealer']

/** The same for everybody: one person asks. */
const alike = ['api/docs', 'api/health', 'api/metrics', 'api/openapi.json']

export const routeOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/\/\d+(?=\/|$)/g, '/:id')
    .slice(1)
