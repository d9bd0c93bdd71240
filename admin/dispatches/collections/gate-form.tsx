import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import type { PwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { ewayVehicleNote } from '../../../resources/dispatches/eway-vehicle.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { useSending } from '../../shell/use-sending.ts'
import { takeStep } from './collections-api.ts'

/** The gate: the code that the collector says, and the vehicle that stands there. */
export function GateForm({ collection, onDone }: { collection: PwcCollection; onDone: () => void }) {
  const [code, setCode] = useState('')
  const [vehicleNo, setVehicleNo] = useState(collection.vehicleNo ?? '')
  const form = useSending(onDone)
  const formId = `gate-${collection.id}`

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.send(async () => {
      await takeStep(collection, 'collect', { code, vehicleNo: vehicleNo || null })
      showSuccess(`Gate pass ${collection.gatepassNo}: the goods are handed over.`)
    })
  }

  return (
    <form onSubmit={submit} noValidate aria-label={`Gate pass ${collection.gatepassNo}`} className="pwc-form pwc-gate">
      <p>
        Compare the paper of <strong>{collection.collectorName}</strong>: it ends in{' '}
        <strong>{collection.collectorIdMark.replace('****', '')}</strong>. {collection.packages}{' '}
        {collection.packages === 1 ? 'package leaves' : 'packages leave'}.
      </p>
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <FieldRow id={`${formId}-code`} label="Code from the collector’s phone" required error={form.errorOf('code')}>
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status ?? ''}
            className="pwc-code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            autoFocus
            value={code}
            onChange={event => {
              setCode(event.target.value.replace(/\D/g, '').slice(0, 6))
              form.forget('code')
            }}
          />
        )}
      </FieldRow>
      <FieldRow
        id={`${formId}-vehicleNo`}
        label="Vehicle"
        error={form.errorOf('vehicleNo')}
        hint={ewayVehicleNote(vehicleNo) ?? 'The vehicle at the gate'}
      >
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status ?? ''}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            value={vehicleNo}
            onChange={event => setVehicleNo(event.target.value)}
          />
        )}
      </FieldRow>
      <Button type="primary" htmlType="submit" loading={form.busy} block className="pwc-hand-over">
        Hand over
      </Button>
    </form>
  )
}
