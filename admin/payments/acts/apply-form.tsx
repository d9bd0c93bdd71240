import { Button } from 'antd'
import { useState } from 'react'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { applyCapture, applyOnAccount, OnAccount } from '../../../resources/payments/commands/money.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { at } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { optionText } from '../../derive/value-text.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { AmountInput } from '../cart/amount-input.tsx'
import { moneyPaths } from '../payment/payment-api.ts'
import { type EnteredLine, faultOf, linesOf, oldestFirst, payableItems, takenBy } from './apply-lines.ts'
import '../cart/cart.css'
import './acts.css'

type Item = OnAccount['items'][number]

/** Money that is put on open items: of one capture, or all that a customer has on account. */
export interface Source {
  captureId: number | null
  /** Null for a customer's own people, who have their own. */
  customerId: number | null
  /** Paise. */
  available: number
  isStaff: boolean
}

/** Puts money on open items, at first on the oldest due ones as far as it reaches. */
export function ApplyForm({ source, open, onClose }: { source: Source; open: OnAccount; onClose: () => void }) {
  const { captureId, customerId, available, isStaff } = source
  const items = payableItems(open)
  const [entered, setEntered] = useState(() => oldestFirst(items, available))
  const done = {
    changes: moneyPaths,
    onDone: ({ message }: { message: string }) => {
      showSuccess(message)
      onClose()
    },
  }
  const ofCapture = useCommand(at<typeof applyCapture>('POST payments/captures/{id}/apply'), done)
  const ofAccount = useCommand(at<typeof applyOnAccount>('POST payments/on-account/apply'), done)
  const taken = takenBy(entered)
  const faults = items.flatMap(item => faultOf(item, entered.get(item.id)) ?? [])
  const isTooMuch = taken > available
  const change = (id: number, part: Partial<EnteredLine>) =>
    setEntered(old => new Map(old).set(id, { ...(old.get(id) ?? { amount: null, tds: null }), ...part }))

  function send() {
    const lines = linesOf(entered)
    if (faults.length > 0 || isTooMuch || lines.length === 0) return
    if (captureId === null) ofAccount.send({ customerId, lines, oldestFirst: false })
    else ofCapture.send({ id: captureId, lines, oldestFirst: false, amount: null })
  }

  const box = (item: Item, name: keyof EnteredLine, label: string) => (
    <AmountInput
      id={`apply-${name}-${item.id}`}
      label={`${label} ${item.documentNo}`}
      value={entered.get(item.id)?.[name] ?? null}
      faultId={faultOf(item, entered.get(item.id)) && `apply-fault-${item.id}`}
      onChange={value => change(item.id, { [name]: value })}
    />
  )
  const columns: readonly PlainColumn<Item>[] = [
    {
      head: 'Document',
      value: item => (
        <>
          {item.documentNo}
          <span className="quiet"> {optionText(item.documentType)}</span>
          {faultOf(item, entered.get(item.id)) && (
            <span className="field-error" id={`apply-fault-${item.id}`}>
              {faultOf(item, entered.get(item.id))}
            </span>
          )}
        </>
      ),
    },
    { head: 'Due', value: item => dayText(item.dueDate) },
    { head: 'Open', right: true, value: item => rupees(item.payable) },
    { head: 'Apply ₹', right: true, value: item => box(item, 'amount', 'Apply to') },
    ...(isStaff ? [{ head: 'TDS ₹', right: true, value: (item: Item) => box(item, 'tds', 'TDS of') }] : []),
  ]
  return (
    <Dialog
      open
      width={760}
      title={isStaff ? `Apply money of ${open.customer.name} to items` : 'Use your money for invoices'}
      okText={`Apply ${rupees(taken)}`}
      okButtonProps={{ disabled: taken === 0 || isTooMuch || faults.length > 0 }}
      cancelText="Back"
      confirmLoading={ofCapture.busy || ofAccount.busy}
      onOk={send}
      onCancel={onClose}
    >
      {items.length === 0 ? (
        <p role="status">The customer has no open item that money can be put on.</p>
      ) : (
        <>
          <p className="apply-head">
            <span role="status">
              <strong>{rupees(taken)}</strong> of {rupees(available)}
              {isTooMuch ? ': enter less' : taken < available && `; ${rupees(available - taken)} stay as they are`}
            </span>
            <Button onClick={() => setEntered(oldestFirst(items, available))}>Oldest first</Button>
            <Button onClick={() => setEntered(new Map())}>Clear</Button>
          </p>
          <PlainGrid label="Open items" rows={items} columns={columns} />
        </>
      )}
      {isStaff && (
        <p className="quiet">
          SAP moves the money from the customer’s account to these items, and clears those that are settled whole.
        </p>
      )}
      <Refusals sentences={[...ofCapture.faults, ...ofAccount.faults].map(({ message }) => message)} />
    </Dialog>
  )
}
