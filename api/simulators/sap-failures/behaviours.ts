import {
  type CallKind,
  type SimulatedBehaviour,
  type SimulatedMode,
  simulatedModeNames,
  simulatedModes,
} from '../../../resources/platform/simulated-sap.ts'

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
function drawsFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a call asks for, as far as a behaviour can be limited to it. */
export interface CallPlace {
  kind: CallKind
  service: string
  entity: string
  /** One of the portal's regular readings, which come at any time. */
  isScheduled: boolean
  /** A page of a list after its first. */
  isLaterPage: boolean
}

interface Active {
  behaviour: SimulatedBehaviour
  left: number | null
  met: number
  draw: () => number
}

/** The present behaviours of the simulated SAP, each until it has met its number of calls. */
export function behaviours() {
  let active: Active[] = []

  /** Replaces the behaviours; without any, SAP works. */
  function behave(next: readonly SimulatedBehaviour[]) {
    active = next
      .filter(({ mode }) => mode !== 'ok')
      .map(behaviour => ({ behaviour, left: behaviour.times, met: 0, draw: drawsFrom(behaviour.seed) }))
  }

  /** The modes that meet this call, each counted. */
  function take(place: CallPlace): SimulatedMode[] {
    const modes = active.flatMap(one => modeOf(one, place) ?? [])
    active = active.filter(({ left }) => left === null || left > 0)
    return modes
  }

  /** What it still does, with the number of calls that are left. */
  const current = (): SimulatedBehaviour[] => active.map(({ behaviour, left }) => ({ ...behaviour, times: left }))

  return { behave, take, current }
}

function modeOf(one: Active, place: CallPlace): SimulatedMode | null {
  const { behaviour } = one
  if (!meets(behaviour.mode, place) || !isWithin(behaviour, place)) return null
  one.met++
  if (one.met % behaviour.every !== 0) return null
  const mode = behaviour.mode === 'random' ? drawn(one, place) : behaviour.mode
  if (mode && one.left !== null && isCounted(mode, place)) one.left--
  return mode
}

const meets = (mode: SimulatedMode, { kind, isLaterPage }: CallPlace) =>
  (simulatedModes[mode].meets as readonly CallKind[]).includes(kind) && (mode !== 'page-twice' || isLaterPage)

function isWithin({ only }: SimulatedBehaviour, { kind, service, entity }: CallPlace): boolean {
  // A sign-in fails only where that is asked for: a test of a service would else fail before it.
  if (kind === 'sign-in') return only.service === service
  if (only.service && only.service !== service) return false
  if (only.entity && only.entity !== entity) return false
  return !only.kind || (only.kind === 'change') === (kind === 'change')
}

/** Regular readings come at any time, and would use up a count that is meant for a call; unless lists are meant. */
const isCounted = (mode: SimulatedMode, { isScheduled }: CallPlace) =>
  !isScheduled || (simulatedModes[mode].meets as readonly CallKind[]).every(kind => kind === 'list')

function drawn({ behaviour, draw }: Active, place: CallPlace): SimulatedMode | null {
  const [chance, choice] = [draw(), draw()]
  if (chance * 100 >= behaviour.percent) return null
  const among = behaviour.among.length > 0 ? behaviour.among : simulatedModeNames
  const possible = among.filter(mode => mode !== 'random' && meets(mode, place))
  return possible[Math.floor(choice * possible.length)] ?? null
}
