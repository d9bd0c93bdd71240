import type { SapMessage, SimulatorAnswer } from './answers.ts'
import { salesOrderFaults } from './checks.ts'
import { changedPlace, faultsOfChange } from './order-changes.ts'
import type { SimulatorStore } from './store.ts'

/**
 * `POST /sap/simulator/dry-run { method, path, body }`: the messages with which a request would be refused; nothing is
 * saved. An empty list where it would be taken.
 */
export function answerDryRun(store: SimulatorStore, asked: unknown): SimulatorAnswer {
  const { method, path, body } = (asked ?? {}) as { method?: string; path?: string; body?: unknown }
  return { status: 200, body: { faults: faultsOf(store, method, String(path), body) } }
}

function faultsOf(store: SimulatorStore, method: string | undefined, path: string, body: unknown): SapMessage[] {
  if (method === 'POST' && path.endsWith('/A_SalesOrder')) return salesOrderFaults(body)
  const place = changedPlace(path.slice(path.lastIndexOf('/') + 1))
  if (method === 'PATCH' && place) return faultsOfChange(store, { ...place, ifMatch: '*', body })
  return [{ code: '/IWBEP/CM_MGW_RT/020', message: `Resource not found: ${path.slice(0, 80)}.` }]
}
