import { useQuery } from '@tanstack/react-query'
import { can } from '../../../resources/capabilities.ts'
import { dayText } from '../../../resources/define/show.ts'
import { lossText } from '../../../resources/dispatches/pods/pod-rules.ts'
import type { Shipment } from '../../../resources/dispatches/shipment.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Failure } from '../../shell/failure.tsx'
import { LrPanel } from '../lr/lr-panel.tsx'
import { nextEvents } from '../lr/next-events.ts'
import { type PodRow, podsOfLr } from './pod-api.ts'
import { PodFacts } from './pod-facts.tsx'
import { PodGoodsList } from './pod-goods.tsx'
import { PodPages } from './pod-pages.tsx'
import { VerifyPod } from './verify-pod.tsx'
import { WhichHolds } from './which-holds.tsx'
import './pods.css'
import type { LrPartProps } from '../lr/lr-part.ts'

const words: Record<PodRow['status'], string> = {
  UPLOADED: 'Waiting for verification',
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected, waiting for another from the transporter',
  REPLACED: 'Replaced by another',
}

/** Where a complaint about a delivery is written, with what its POD says already. */
function complaintPath({ id, lrNo }: LrPartProps['wholeLr']['lr'], shipment: Shipment | null, pod: PodRow | undefined) {
  const wrong = pod ? lossText(pod) : ''
  const query = new URLSearchParams({
    lr: String(id),
    ...(shipment?.customerId && { customerId: String(shipment.customerId) }),
    ...(pod && pod.shortagePackages > 0 && { type: 'SHORT_SUPPLY' }),
    ...(pod && pod.shortagePackages === 0 && pod.damagePackages > 0 && { type: 'DAMAGE' }),
    ...(wrong && { says: `LR ${lrNo}: packages ${wrong}. ` }),
  })
  return `/complaints/create?${query}`
}

/** Such as “An earlier POD of 20-11-2026 was rejected: Stamp is missing.” */
const earlierText = ({ status, deliveredOn, texts }: PodRow) =>
  `An earlier POD of ${dayText(deliveredOn)} was ${status === 'REJECTED' ? 'rejected' : 'replaced by this one'}${texts.rejectReasonId ? `: ${texts.rejectReasonId}` : ''}.`

/** The proof of delivery of an LR: what it says, whether it was accepted, and what is to be done. */
export default function PodPanel({ wholeLr: { lr, shipment }, reload }: LrPartProps) {
  const { may, user } = usePerson()
  const { data, error, refetch } = useQuery<PodRow[], Refusal>({
    queryKey: ['pods', 'of an LR', lr.id],
    queryFn: () => podsOfLr(lr.id),
  })
  const [latest, ...earlier] = data ?? []
  const mayComplain = may('create', 'complaints') && lr.deliveredOn !== null
  // A screen has one primary button: «Add event» while goods are on their way.
  const hasEvents = can(user, 'reportTrackingEvents') && nextEvents(lr, user.roles).length > 0
  const mayUpload = may('create', 'pods')
  const awaitsPod = lr.podStatus === 'NONE' || lr.podStatus === 'REJECTED'
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data || (!latest && !mayUpload && lr.deliveredOn === null)) return null
  return (
    <LrPanel
      id="pod"
      title="Proof of delivery"
      actions={
        <>
          {mayComplain && (
            <ButtonLink to={complaintPath(lr, shipment, latest)}>Complain about this delivery</ButtonLink>
          )}
          {mayUpload && (
            <ButtonLink to={`/dispatches/upload-pod?lr=${lr.id}`} {...(!hasEvents && awaitsPod && { type: 'primary' })}>
              {latest && latest.status !== 'REJECTED' ? 'Upload another POD' : 'Upload POD'}
            </ButtonLink>
          )}
        </>
      }
    >
      {!latest && <p className="quiet">No POD has been uploaded yet.</p>}
      {latest && (
        <>
          <p>
            <strong>{words[latest.status]}</strong>
          </p>
          <WhichHolds pod={latest} lrNo={lr.lrNo} onTaken={reload} />
          <div className="pod-beside">
            <PodPages pod={latest} lrNo={lr.lrNo} />
            <PodFacts pod={latest} lr={lr} />
          </div>
          <PodGoodsList key={latest.id} pod={latest} />
          {latest.status === 'UPLOADED' && may('approve', 'pods') && (
            <VerifyPod key={latest.id} pod={latest} lrNo={lr.lrNo} onDecided={reload} />
          )}
        </>
      )}
      {earlier.length > 0 && <p className="quiet">{earlier.map(pod => earlierText(pod)).join(' ')}</p>}
    </LrPanel>
  )
}
