import { timeOf } from '../../../resources/define/dates.ts'
import { simulatedModes } from '../../../resources/platform/simulated-sap.ts'
import type { SimulatedCall } from '../../../resources/sap/commands/simulator.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'

const columns: readonly PlainColumn<SimulatedCall>[] = [
  { head: 'Call', value: call => <span className="call-path">{`${call.method} ${shortPath(call.path)}`}</span> },
  { head: 'Time', value: call => `${timeOf(call.at)}:${call.at.slice(17, 19)}` },
  { head: 'Status', value: call => call.status ?? 'No answer', right: true },
  { head: 'Milliseconds', value: call => call.ms, right: true },
  { head: 'Behaviour', value: call => call.modes.map(mode => simulatedModes[mode].label).join(', ') },
]

const SHOWN = 50

/** The calls that reached the simulated SAP, latest first. */
export function LastCalls({ calls }: { calls: readonly SimulatedCall[] }) {
  if (calls.length === 0) return <p className="quiet">The portal has not called SAP since it was started.</p>
  return <PlainGrid oneLine label="Last calls" rows={calls.slice(0, SHOWN)} columns={columns} />
}

/** The part of an address that differs from call to call. */
const shortPath = (path: string) =>
  path
    .replace('/sap/opu/odata/sap/', '')
    .replaceAll(/(?<=[?&])(sap-client|sap-language|\$expand|\$orderby|\$select)=[^&]*(&|$)/g, '')
    .replace(/[?&]$/, '')
