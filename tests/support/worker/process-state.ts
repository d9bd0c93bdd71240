import { isDeepStrictEqual } from 'node:util'
import { vi } from 'vitest'
import { isClockSet, setClock } from '../../../api/platform/clock.ts'
import { isProduction, setEnvironment } from '../../../api/platform/environment.ts'
import { isResolverSet, setResolver } from '../../../api/platform/outgoing/call-out.ts'
import { nameOf, runningChildren } from './children.ts'
import { openPortals } from './open-portals.ts'

/** Something of a process that a test may change, and must put back: test files share their process. */
interface Changeable<State> {
  read(): State
  putBack(before: State): unknown
  /** Says what is left, and how it is put back. */
  says(before: State, left: State): string
  /** Whether what was begun may take a moment to end. */
  endsSoon?: true
}

const changeable = <State>(one: Changeable<State>): Changeable<unknown> => one as unknown as Changeable<unknown>

/** The names under which two records differ. */
const differing = (before: Record<string, unknown>, left: Record<string, unknown>) =>
  [...new Set([...Object.keys(before), ...Object.keys(left)])].filter(name => before[name] !== left[name]).join(', ')

const active = (kind: string) => process.getActiveResourcesInfo().filter(one => one === kind).length

/** Global functions that tests put others in the place of. */
const replaceable = {
  globalThis: [globalThis, ['fetch', 'Date', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']],
  Math: [Math, ['random']],
  performance: [performance, ['now']],
  console: [console, ['log', 'info', 'warn', 'error', 'debug']],
  process: [process, ['exit', 'kill', 'cwd', 'cpuUsage', 'emitWarning']],
} as unknown as Record<string, [Record<string, unknown>, string[]]>

const functionsNow = () =>
  Object.fromEntries(
    Object.entries(replaceable).flatMap(([name, [owner, names]]) => names.map(one => [`${name}.${one}`, owner[one]])),
  )

export const changeables: readonly Changeable<unknown>[] = [
  changeable({
    read: () => vi.isFakeTimers(),
    putBack: () => vi.useRealTimers(),
    says: () => 'left fake timers: call vi.useRealTimers() in afterEach',
  }),
  changeable({
    read: isClockSet,
    putBack: () => setClock(null),
    says: () => 'left the clock standing: call setClock(null) in afterAll',
  }),
  changeable({
    read: () => openPortals.size,
    putBack: () => Promise.all([...openPortals].map(portal => portal.close())),
    says: (before, left) => `left ${left - before} portals open: call portal.close() in afterAll`,
  }),
  changeable({
    read: isProduction,
    putBack: () => setEnvironment('test'),
    says: () => "left the process in production: call setEnvironment('test') in afterAll",
  }),
  changeable({
    read: isResolverSet,
    putBack: () => setResolver(null),
    says: () => 'left names resolved by itself: call setResolver(null) in afterEach',
  }),
  changeable<Record<string, unknown>>({
    // The library of pictures says where it lies when it is first loaded.
    read: () => ({ ...process.env, VIPSHOME: undefined }),
    putBack(before) {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
    },
    says: (before, left) => `left process.env changed: put back ${differing(before, left)}`,
  }),
  changeable<Record<string, unknown>>({
    read: functionsNow,
    putBack(before) {
      for (const [name, [owner, names]] of Object.entries(replaceable))
        for (const one of names) owner[one] = before[`${name}.${one}`]
    },
    says: (before, left) =>
      `left another function in the place of ${differing(before, left)}: put it back in afterEach`,
  }),
  // Who writes files listens to the exit of the process.
  changeable<Record<string, unknown>>({
    read: () =>
      Object.fromEntries(
        process
          .eventNames()
          .filter(name => name !== 'exit')
          .map(name => [String(name), process.listenerCount(name)]),
      ),
    putBack: () => undefined,
    says: (before, left) => `left a listener on process: remove that of ${differing(before, left)}`,
  }),
  changeable({
    read: () => active('TCPServerWrap'),
    putBack: () => undefined,
    says: (before, left) => `left ${left - before} servers listening: close each in afterAll`,
    endsSoon: true,
  }),
  changeable({
    read: runningChildren,
    putBack(before) {
      for (const child of runningChildren().difference(before)) child.kill('SIGKILL')
    },
    says: (before, left) =>
      `left child processes running: end each, and wait for its exit (${[...left.difference(before)].map(nameOf).join(', ')})`,
    endsSoon: true,
  }),
]

/** Whether nothing is left of one: as before, or of what is counted or listed, no more than before. */
export function isAsBefore(before: unknown, left: unknown): boolean {
  if (before instanceof Set && left instanceof Set) return left.isSubsetOf(before)
  if (typeof before === 'number' && typeof left === 'number') return left <= before
  return isDeepStrictEqual(before, left)
}
