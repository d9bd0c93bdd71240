import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import type { CarriedMode } from '../../../resources/trade.ts'
import { useAsk } from '../../derive/command/ask.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { optionText } from '../../derive/value-text.ts'
import { Failure } from '../../shell/failure.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { useSending } from '../../shell/use-sending.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { chooseMode, type InvoiceRow, sendingModes } from './collections-api.ts'

/** Asks by which mode goods are sent that nobody collects after all. */
export function SendForm({ invoice, onDone }: { invoice: InvoiceRow; onDone: () => void }) {
  const [chosen, setChosen] = useState<CarriedMode | null>(null)
  const { data, error, refetch } = useAsk(sendingModes, { invoiceId: invoice.id })
  const form = useSending(onDone)
  const formId = `send-${invoice.id}`
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { modes } = data
  const mode = chosen ?? modes[0] ?? null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (mode === null) return
    void form.send(async () => {
      await chooseMode(invoice, mode)
      showSuccess(`Invoice ${invoice.invoiceNo} will be sent by ${optionText(mode).toLowerCase()}.`)
    })
  }

  return (
    <form onSubmit={submit} noValidate aria-label={`Have invoice ${invoice.invoiceNo} sent`} className="pwc-form">
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      {mode === null ? (
        <p className="notice-box">No transporter is available from this plant at present: ask the dispatch desk.</p>
      ) : (
        <ChoiceRow
          id={`${formId}-transMode`}
          label="Mode of transport"
          options={modes.map(value => ({ value, label: optionText(value) }))}
          error={form.errorOf('transMode')}
          value={mode}
          onChange={setChosen}
        />
      )}
      <div className="form-buttons">
        {mode !== null && (
          <Button type="primary" htmlType="submit" loading={form.busy}>
            Have it sent
          </Button>
        )}
        <Button onClick={onDone}>Back</Button>
      </div>
    </form>
  )
}
