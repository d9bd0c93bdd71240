import { useMay } from '../../account/person.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { ExplainFault } from '../explain/explain-fault.tsx'
import { MendLinks } from '../explain/mend-links.tsx'
import type { PadFault } from './line-store.ts'

/** A finding of the rules with what leads further: its block, the row behind it, and the form that mends it. */
export function FindingWords({ finding, text }: { finding: PadFault; text: string }) {
  return (
    <>
      <span>{text}</span>
      {finding.block && <BlockLink block={finding.block} />}
      <ExplainFault fault={finding} />
      <MendLinks fixes={finding.mends} quietly />
    </>
  )
}

/** Where the block of a customer is read, and its release asked for. */
function BlockLink({ block: { id, blockNo } }: { block: NonNullable<PadFault['block']> }) {
  const may = useMay()
  if (!may('read', 'complaints/eud-block')) return null
  return (
    <ButtonLink size="small" to={`/complaints/eud-block/show/${id}`}>
      {may('approve', 'complaints/eud-block') ? 'Request release' : 'Open the block'}
      <span className="for-readers"> {blockNo}</span>
    </ButtonLink>
  )
}
