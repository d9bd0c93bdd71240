import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr as lrs } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

type LineRow = LrLine & { texts: { invoiceId?: string } }

const cameBack: readonly Lr['deliveryStatus'][] = ['RETURNED', 'LOST']
const outcomes: Record<LrLine['outcome'], string> = {
  NONE: '',
  SENT_AGAIN: 'To be sent again',
  SETTLED: 'Settled',
  RECALLED: 'Called back',
}

/** What the dispatch desk has to decide: goods that came back or were lost, cancelled invoices, a claim. */
export default function LrDecisions({ wholeLr: { lr }, reload }: LrPartProps) {
  const { data = [] } = useQuery<Decided[], Refusal>({
    queryKey: ['lr-lines', 'to decide', lr.id, lr.rowVersion],
    queryFn: () => linesToDecide(lr.id, cameBack.includes(lr.deliveryStatus)),
  })
  const { actions: all, dialog } = useActions(lrs, [lr as never], reload)
  // Beside the e-way bills, where there are several.
  const actions = all.filter(({ name }) => name !== 'consolidateEway')
  const claim = claimText(lr)
  if (data.length === 0 && actions.length === 0 && !claim && !lr.deskTask) return null
  return (
    <LrPanel id="decisions" title="For the dispatch desk">
      {lr.deskTask && <p className="desk-task">{lr.deskTask}</p>}
      {data.map(one => (
        <Line key={one.line.id} {...one} lr={lr} reload={reload} />
      ))}
      {claim && <p>{claim}</p>}
      {actions.length > 0 && (
        <div className="page-actions">
          {actions.map(({ name, action, take }) => (
            <Button key={name} onClick={take}>
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {dialog}
    </LrPanel>
  )
}

interface Decided {
  line: LineRow
  invoice: Invoice
}

async function linesToDecide(lrId: number, isBack: boolean): Promise<Decided[]> {
  const lines = (await rowsOf(lrLine).all<LineRow>({ where: { lrId } })).filter(({ invoiceId }) => invoiceId !== null)
  if (lines.length === 0) return []
  const ids = lines.flatMap(({ invoiceId }) => invoiceId ?? [])
  const invoices = new Map(
    (await rowsOf(invoice).all<Invoice>({ where: { id: { $in: ids } } })).map(row => [row.id, row]),
  )
  return lines
    .flatMap(line => {
      const invoice = invoices.get(line.invoiceId!)
      return invoice ? [{ line, invoice }] : []
    })
    .filter(({ line, invoice }) => isBack || invoice.isCancelled || line.outcome !== 'NONE')
}

function Line({ line, invoice, lr, reload }: Decided & { lr: LrPartProps['wholeLr']['lr']; reload: () => void }) {
  const { actions, dialog } = useActions(lrLine, [line as never], reload)
  const isBack = cameBack.includes(lr.deliveryStatus)
  const fits: Record<string, boolean> = {
    sendAgain: isBack && !invoice.isCancelled,
    settle: isBack,
    recall: invoice.isCancelled && !isBack && lr.deliveryStatus !== 'BOOKED',
    replace: invoice.isCancelled && !isBack,
  }
  const offered = actions.filter(({ name }) => fits[name])
  return (
    <div className="decision">
      <p>
        <strong>Invoice {invoice.invoiceNo}</strong>
        {invoice.isCancelled && ', cancelled in SAP'}
        {invoice.grossValue !== undefined && ` · ${rupees(invoice.grossValue)}`}
        {line.outcome !== 'NONE' && ` · ${outcomes[line.outcome]}`}
      </p>
      {line.outcome === 'SETTLED' && invoice.settlementReason && (
        <p className="quiet">
          {[invoice.settlementNoteNo && `Credit note ${invoice.settlementNoteNo}`, invoice.settlementReason]
            .filter(Boolean)
            .join(': ')}
        </p>
      )}
      {offered.map(({ name, action, take }) => (
        <Button key={name} onClick={take}>
          {action.label}
          <span className="for-readers"> invoice {invoice.invoiceNo}</span>
        </Button>
      ))}
      {dialog}
    </div>
  )
}

function claimText(row: Lr): string | null {
  const { claimStatus, claimValue, claimReason } = row
  if (claimStatus === undefined || claimStatus === 'NONE') return null
  const what = claimReason ? `${claimReason}${claimValue === null ? '' : `: ${rupees(claimValue)}`}. ` : ''
  return `${what}${noticeText(row)}`
}

function noticeText({ claimStatus, claimDue, claimNoticeOn, claimAmount }: Lr): string {
  if (claimStatus === 'NOTICE_DUE')
    return `Notice of loss or damage to the transporter is due by ${dayText(claimDue!)}.`
  if (claimStatus === 'LAPSED') return 'The claim has expired: no notice was given in time.'
  const isLate = claimNoticeOn !== null && claimDue !== null && claimNoticeOn > claimDue
  const late = isLate ? `, after it was due on ${dayText(claimDue)}` : ''
  const given = claimNoticeOn ? `Notice was given on ${dayText(claimNoticeOn)}${late}` : 'Notice was given'
  if (claimStatus === 'SETTLED')
    return `${given}; the claim is settled${claimAmount == null ? '' : ` with ${rupees(claimAmount)}`}.`
  return claimStatus === 'REFUSED'
    ? `${given}; the transporter refuses the claim.`
    : `${given}; the transporter’s answer is awaited.`
}
