import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { dayText, kilograms, rupees } from '../../../resources/define/show.ts'
import { lr as lrs } from '../../../resources/dispatches/lr.ts'
import { correctable } from '../../../resources/dispatches/lr-corrections.ts'
import { type LrLineRow, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { LineEway } from '../eway/line-eway.tsx'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

const CorrectLr = lazy(() => import('./correct-lr.tsx'))

/** What the goods of a line are called now: their invoices, or the delivery of those that are never billed. */
const documentsOf = ({ invoiceNos, sigmaInvoiceNo, deliveryNo }: LrLineRow) =>
  invoiceNos?.split(',').join(', ') ?? sigmaInvoiceNo ?? `Delivery ${deliveryNo} · free of charge`

/** The invoice under which goods were booked, where others bill them now. */
const bookedUnder = ({ texts, invoiceNos }: LrLineRow) =>
  texts.invoiceId && texts.invoiceId !== invoiceNos ? texts.invoiceId : null

/** Whether the e-way bill names another document than the invoice of the goods. */
const isOfAnother = ({ ewayBillNo, ewayDocNo, challanNo, invoiceNos }: LrLineRow) =>
  ewayBillNo !== null && ewayDocNo !== null && ewayDocNo !== challanNo && ewayDocNo !== invoiceNos

/** The invoices on an LR with their e-way bills, and the button by which the desk corrects the LR. */
export default function LrInvoices({ wholeLr: { lr }, reload }: LrPartProps) {
  const { may } = usePerson()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data: lines } = useQuery<LrLineRow[]>({
    queryKey: ['lr-lines', lr.id],
    queryFn: () => rowsOf(lrLine).all<LrLineRow>({ where: { lrId: lr.id } }),
  })
  const { actions: acts, dialog } = useActions(lrs, [lr as never], reload)
  if (!lines) return null
  const numbers = new Set(lines.flatMap(({ ewayBillNo, ewayByPortal }) => (ewayByPortal ? (ewayBillNo ?? []) : [])))
  const consolidate = numbers.size > 1 ? acts.find(({ name }) => name === 'consolidateEway') : undefined
  const canCorrect = may('update', 'lrs') && correctable(lr).length > 0
  return (
    <LrPanel
      id="invoices"
      title="Invoices and e-way bills"
      actions={
        <>
          {consolidate && <Button onClick={consolidate.take}>{consolidate.action.label}</Button>}
          {canCorrect && <Button onClick={() => setOpen(true)}>Correct the LR</Button>}
        </>
      }
    >
      {lines.length === 0 && <p className="quiet">No invoice of ours is on this LR.</p>}
      <ul>
        {lines.map(line => (
          <li key={line.id} className="eway-row">
            <div>
              <strong>
                {line.invoiceId !== null && line.invoiceNos === line.texts.invoiceId && may('read', 'invoices') ? (
                  <Link to={`/dispatches/invoice/${line.invoiceId}`}>{line.invoiceNos}</Link>
                ) : (
                  documentsOf(line)
                )}
              </strong>
              {line.deliveryNo && line.invoiceId !== null && <div className="quiet">delivery {line.deliveryNo}</div>}
              {bookedUnder(line) && (
                <div className="quiet">
                  booked under <Link to={`/dispatches/invoice/${line.invoiceId}`}>{bookedUnder(line)}</Link>
                </div>
              )}
              {line.challanNo && <div className="quiet">challan {line.challanNo}</div>}
            </div>
            <div>
              {line.packages === 1 ? '1 package' : `${line.packages} packages`} · {kilograms(line.weightKg)}
              {line.invoiceValue !== undefined && ` · ${rupees(line.invoiceValue)}`}
            </div>
            <div>
              <LineEway line={line} reload={reload} />
              {isOfAnother(line) && <div className="quiet">made out for {line.ewayDocNo}</div>}
              {line.ewayValidTo && (
                <div className="quiet">
                  valid to {dayText(dayOf(line.ewayValidTo))} {timeOf(line.ewayValidTo)}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      {dialog}
      {isOpen && (
        <Suspense fallback={<Opening onClose={() => setOpen(false)} />}>
          <CorrectLr
            lr={lr}
            lines={lines}
            onClose={() => setOpen(false)}
            onCorrected={() => {
              setOpen(false)
              void queries.invalidateQueries({ queryKey: ['lr-lines', lr.id] })
              reload()
            }}
          />
        </Suspense>
      )}
    </LrPanel>
  )
}
