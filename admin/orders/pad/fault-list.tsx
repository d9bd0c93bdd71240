import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '../../account/person.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { ExplainFault } from '../explain/explain-fault.tsx'
import { MendLinks } from '../explain/mend-links.tsx'
import type { PadFault } from '../lines/line-store.ts'

/** Header fields that a fault may lead to. */
const FIELDS = [
  'shipToId',
  'orderTypeId',
  'requestedDeliveryDate',
  'customerPoNo',
  'customerPoDate',
  'poAttachmentId',
  'freightTerms',
  'transMode',
  'remarks',
]

/** The number of faults shown at once. */
const MAX_SHOWN = 20

/** A list of faults; each leads to its cell or field, and offers a substitute product where there is one. */
export function FaultList({
  faults,
  onFocus,
  onInstead,
}: {
  faults: readonly PadFault[]
  onFocus: (fault: PadFault) => void
  onInstead?: (key: string, code: string) => void
}) {
  const [all, setAll] = useState(false)
  const shown = all ? faults : faults.slice(0, MAX_SHOWN)
  return (
    <ul className="fault-list">
      {shown.map(fault => (
        <li key={`${fault.key} ${fault.field} ${fault.message}`}>
          <Icon name="alert" size={12} />
          {fault.key || FIELDS.includes(fault.field) ? (
            <button type="button" className="text-button" onClick={() => onFocus(fault)}>
              {fault.message}
            </button>
          ) : (
            <span>{fault.message}</span>
          )}
          {onInstead && fault.key && fault.substitute && (
            <Button size="small" onClick={() => onInstead(fault.key!, fault.substitute!.code)}>
              Take {fault.substitute.code}
            </Button>
          )}
          {fault.block && <BlockLink block={fault.block} />}
          <ExplainFault fault={fault} />
          <MendLinks fixes={fault.mends} quietly />
        </li>
      ))}
      {shown.length < faults.length && (
        <li>
          <Icon name="down" size={12} />
          <button type="button" className="text-button" onClick={() => setAll(true)}>
            Show the other {faults.length - shown.length}
          </button>
        </li>
      )}
    </ul>
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
