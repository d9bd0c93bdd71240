import { dayText } from '../../../resources/define/show.ts'
import { momentText } from '../../derive/value-text.ts'
import { FactList } from '../../shell/fact-list.tsx'
import type { LrRow } from '../lr-api.ts'
import type { PodRow } from './pod-api.ts'

/** What a POD says, beside what the LR says where that differs. */
export function PodFacts({ pod, lr }: { pod: PodRow; lr: LrRow }) {
  const received = `${pod.packagesReceived} of ${lr.packages}`
  const facts: [string, React.ReactNode][] = [
    ['Delivered on', dayText(pod.deliveredOn)],
    ['Received by', pod.receivedBy],
    ['Packages received', received],
    ['Packages short', pod.shortagePackages > 0 && <strong>{pod.shortagePackages}</strong>],
    ['Packages damaged', pod.damagePackages > 0 && <strong>{pod.damagePackages}</strong>],
    ['Packages refused', pod.refusedPackages > 0 && <strong>{pod.refusedPackages}</strong>],
    ['Temperature on arrival', temperatureText(pod, lr)],
    ['Remarks', pod.remarks],
    ['Uploaded', momentText(pod.createdAt)],
    ['Why rejected', pod.texts.rejectReasonId],
    ['Complaint', complaintWords[pod.complaintProposal] ?? ''],
  ]
  return <FactList className="facts" facts={facts} />
}

const complaintWords: Partial<Record<PodRow['complaintProposal'], string>> = {
  PROPOSED: 'Proposed to the customer service',
  OPENED: 'Opened',
}

function temperatureText({ temperature, isLoggerRead }: PodRow, { loggerNo }: LrRow): string | null {
  if (!loggerNo) return null
  const read = isLoggerRead ? `logger ${loggerNo} was read` : `logger ${loggerNo} was not read`
  return temperature === null ? `Not noted; ${read}` : `${temperature / 10} °C; ${read}`
}
