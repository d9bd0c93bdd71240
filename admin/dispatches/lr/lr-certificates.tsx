import CertifiedGoods from '../../orders/show/certified-goods.tsx'
import type { LrPartProps } from './lr-part.ts'

/** The batches on an LR with their certificates. */
export default function LrCertificates({ wholeLr: { lr } }: LrPartProps) {
  return <CertifiedGoods by={{ lrId: lr.id }} />
}
