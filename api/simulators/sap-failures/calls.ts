import type { SimulatedCall } from '../../../resources/sap/commands/simulator.ts'

const KEPT = 200

/** The last calls that the simulated SAP got, the latest first; in memory only. */
export function callLog() {
  const calls: SimulatedCall[] = []
  let id = 0

  function note(call: Omit<SimulatedCall, 'id'>) {
    calls.unshift({ id: ++id, ...call })
    calls.length = Math.min(calls.length, KEPT)
  }

  return { note, latest: (): readonly SimulatedCall[] => calls }
}
