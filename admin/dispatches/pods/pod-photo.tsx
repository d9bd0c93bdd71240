import { Icon } from '../../shell/menu/icons.tsx'
import type { PodRow } from './pod-api.ts'

/** The photo of a POD, which opens in full; of a PDF its link. */
export function PodPhoto({ pod, lrNo }: { pod: PodRow; lrNo: string }) {
  const at = `/api/attachments/${pod.attachmentId}/file`
  const name = pod.texts.attachmentId ?? 'POD'
  const isPdf = /\.pdf$/i.test(name)
  return (
    <div className="pod-photo">
      {!isPdf && <img src={at} alt={`The POD of LR ${lrNo}`} loading="lazy" />}
      <a href={at} download>
        <Icon name="download" /> {name}
      </a>
    </div>
  )
}
