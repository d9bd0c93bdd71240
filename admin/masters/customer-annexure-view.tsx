import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { labelOf } from '../../resources/define/label.ts'
import { percentText, quantityText, rupees } from '../../resources/define/show.ts'
import type { AnnexureLineView, showAnnexure } from '../../resources/masters/commands.ts'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { useMay } from '../account/person.ts'
import { useActions } from '../derive/action/use-actions.tsx'
import { at, useAsk } from '../derive/command/ask.ts'
import { ReferencePicker } from '../derive/form/reference-picker.tsx'
import { Fact } from '../derive/show/fact.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import '../derive/show/show.css'
import './lines.css'
import './annexure-view.css'

const facts = [
  'customerId',
  'sbuId',
  'agreementRef',
  'status',
  'validFrom',
  'validTo',
  'paymentTermsDays',
  'freightTerms',
  'acceptedName',
  'acceptedOn',
  'termsText',
  'changeRequest',
] as const

const annexureAt = at<typeof showAnnexure>('GET masters/customer-annexure-view')

/** An annexure as customer and company read and print it; the customer accepts it here, or requests a change. */
export default function CustomerAnnexureView() {
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get('annexure')) || null
  const { data, error, refetch } = useAsk(annexureAt, { annexureId: id ?? 0 }, { enabled: id !== null })
  const annexure = data?.annexure as ApiRow | undefined
  return (
    <PageFrame
      title={annexure ? `Annexure ${annexure.annexureNo}` : 'Customer Annexure View'}
      purpose="Agreed prices and quantities, ordered quantities, and the customer’s acceptance."
      actions={annexure && <Actions annexure={annexure} onTaken={() => void refetch()} />}
    >
      <section className="panel no-print" aria-label="Which annexure">
        <label htmlFor="annexure">Annexure</label>
        <ReferencePicker
          id="annexure"
          target={customerAnnexure}
          value={id}
          onChange={(chosen: number | null) => setQuery(chosen ? { annexure: String(chosen) } : {})}
        />
        {id === null && <p className="quiet">Choose an annexure by its number to read it.</p>}
      </section>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && annexure && (
        <>
          <section className="panel" aria-label="Annexure">
            <dl className="facts">
              {facts
                .filter(name => annexure[name] !== null && annexure[name] !== undefined)
                .map(name => (
                  <Fact
                    key={name}
                    resource={customerAnnexure}
                    name={name}
                    row={annexure}
                    label={labelOf(name, customerAnnexure.fields[name])}
                  />
                ))}
            </dl>
          </section>
          <Lines lines={data.lines} />
        </>
      )}
    </PageFrame>
  )
}

function Actions({ annexure, onTaken }: { annexure: ApiRow; onTaken: () => void }) {
  const may = useMay()
  const { actions, dialog } = useActions(customerAnnexure, [annexure], onTaken)
  const own = actions.filter(({ name }) => name === 'accept' || name === 'requestChange')
  return (
    <>
      {own.map(({ name, action, take }) => (
        <Button key={name} type={name === 'accept' ? 'primary' : 'default'} onClick={take}>
          {action.label}
        </Button>
      ))}
      {dialog}
      <Button onClick={() => window.print()}>Print</Button>
      <Button href={`/api/sheets/customer-annexure-view?annexureId=${annexure.id}`} download>
        <Icon name="download" /> Excel
      </Button>
      {may('update', customerAnnexure.path) && (
        <ButtonLink to={`/${customerAnnexure.path}/show/${annexure.id}`}>Open the annexure</ButtonLink>
      )}
    </>
  )
}

function Lines({ lines }: { lines: readonly AnnexureLineView[] }) {
  const cells = (line: AnnexureLineView): [string, React.ReactNode, boolean][] => [
    ['Product', `${line.code} · ${line.name}`, false],
    ['Pack', line.packSize ?? line.uom, false],
    ['HSN', line.hsnCode, false],
    ['Agreed price', rupees(line.agreedPrice), true],
    ['Annual quantity', `${quantityText(line.annualQty)} ${line.uom}`, true],
    ['Ordered so far', `${quantityText(line.orderedQty)} ${line.uom}`, true],
    ['Ordered %', percentText(line.orderedPct), true],
    ['Remarks', line.remarks ?? '', false],
  ]
  if (lines.length === 0) return <p className="quiet">The annexure has no lines.</p>
  return (
    <section className="panel" aria-label="Lines">
      <div className="table-scroll">
        <table className="plain-table lines-table">
          <thead>
            <tr>
              {cells(lines[0]!).map(([label, , right]) => (
                <th key={label} scope="col" className={right ? 'is-number' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.lineNo}>
                {cells(line).map(([label, value, right]) => (
                  <td key={label} data-label={label} className={right ? 'is-number' : undefined}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
