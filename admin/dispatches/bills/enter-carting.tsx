import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { shareOut, sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { clean, type Fault } from '../../../resources/define/validate.ts'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf } from '../../shell/screens.ts'
import { AmountBox } from './amount-box.tsx'
import { faultsOfValue, HeadFields } from './head-fields.tsx'
import { type Charge, VoucherLine } from './voucher-line.tsx'
import '../../derive/form/form.css'
import './bills.css'

const formId = 'voucher'
const names = ['vendorName', 'voucherNo', 'voucherDate', 'attachmentId', 'remarks'] as const
const emptyLine = (key: number): Charge => ({
  ...{ key, lrId: null, chargeType: null, amount: null, gateInAt: null, gateOutAt: null },
})

/** Page on which a dispatch desk enters a voucher of carting over one or several LRs. */
export default function EnterCarting() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [lines, setLines] = useState<readonly Charge[]>([emptyLine(0)])
  const [voucherAmount, setVoucherAmount] = useState<number | null>(null)
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [saving, setSaving] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const total = sum(lines.map(({ amount }) => amount ?? 0))

  function refuse(wrong: Fault[]) {
    setFaults(wrong)
    setAttempt(old => old + 1)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const given = clean(cartingCharge, Object.fromEntries(names.map(name => [name, values[name] ?? null])))
    const wrong = [
      ...names.flatMap(name => faultsOfValue(cartingCharge, name, given[name])),
      ...lines.flatMap((line, index) =>
        (['lrId', 'chargeType', 'amount'] as const).flatMap(name =>
          faultsOfValue(cartingCharge, name, line[name], `lines[${index}].${name}`),
        ),
      ),
    ]
    if (wrong.length > 0) return refuse(wrong)
    const body = { ...given, lines: lines.map(({ key: _, ...line }) => line) }
    setSaving(true)
    try {
      const made = await sendOnce(JSON.stringify(body), headers =>
        api.post<CartingCharge[]>(`/${cartingCharge.path}`, body, { headers }),
      )
      const waits = made.data.filter(({ status }) => status === 'ENTERED').length
      showSuccess(
        waits === 0
          ? `Voucher ${given.voucherNo} is saved and counts immediately.`
          : `Voucher ${given.voucherNo} is saved: ${waits === 1 ? 'one charge waits' : `${waits} charges wait`} for Finance.`,
      )
      void queries.invalidateQueries()
      void navigate(pathOf.list(cartingCharge))
    } catch (error) {
      if (!isRefusal(error)) throw error
      refuse(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
    } finally {
      setSaving(false)
    }
  }

  function split() {
    const amounts = shareOut(
      voucherAmount ?? 0,
      lines.map(() => 1),
    )
    setLines(old => old.map((line, index) => ({ ...line, amount: amounts[index]! })))
  }

  return (
    <PageFrame
      title="Enter Carting Voucher"
      purpose="Enter a vendor’s voucher once and split it over its LRs."
      trail={[{ title: cartingCharge.title, path: pathOf.list(cartingCharge) }]}
    >
      <form noValidate aria-label="Carting voucher" onSubmit={event => void save(event)}>
        <HeadFields
          {...{ formId, names, values, faults, attempt }}
          title="Voucher"
          resource={cartingCharge}
          onChange={(name, value) => setValues(old => ({ ...old, [name]: value }))}
        />
        <section className="panel" aria-labelledby="voucher-lines">
          <h2 id="voucher-lines">Charges</h2>
          {lines.map((line, index) => (
            <VoucherLine
              key={line.key}
              id={`${formId}-lines[${index}]`}
              line={line}
              faults={faults.filter(({ field }) => field.startsWith(`lines[${index}].`))}
              onChange={next => setLines(old => old.map(one => (one.key === line.key ? next : one)))}
              onRemove={lines.length > 1 ? () => setLines(old => old.filter(one => one.key !== line.key)) : undefined}
            />
          ))}
          <p>
            <Button onClick={() => setLines(old => [...old, emptyLine((old.at(-1)?.key ?? 0) + 1)])}>Add LR</Button>
          </p>
          {lines.length > 1 && (
            <div className="voucher-split">
              <span className="field">
                <label htmlFor="voucher-whole">Amount of the voucher</label>
                <AmountBox id="voucher-whole" value={voucherAmount} onChange={value => setVoucherAmount(value)} />
              </span>
              <Button disabled={voucherAmount === null} onClick={split}>
                Split equally
              </Button>
            </div>
          )}
          <p className="bill-sum" role="status">
            Total <strong>{rupees(total)}</strong>
          </p>
          <div className="form-buttons">
            <Button type="primary" htmlType="submit" loading={saving}>
              Save voucher
            </Button>
          </div>
        </section>
      </form>
    </PageFrame>
  )
}
