import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { sum } from '../../../resources/define/amounts.ts'
import { kilograms, percentText, rupees } from '../../../resources/define/show.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { chargeWords } from '../../../resources/dispatches/freight/agreed-charges.ts'
import { compareKinds } from '../../../resources/dispatches/freight/billed-kinds.ts'
import { type LrPackage, lrPackage } from '../../../resources/dispatches/freight/lr-package.ts'
import { readSizes, SIZES_FAULT, SIZES_HINT, sizesText } from '../../../resources/dispatches/freight/size-text.ts'
import { freightContract } from '../../../resources/masters/freight-contract.ts'
import { useMay } from '../../account/person.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import { api, isRefusal, type Refusal } from '../../shell/api.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { Failure } from '../../shell/failure.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { rowsOf } from '../../shell/rows.ts'
import { pathOf } from '../../shell/screens.ts'
import type { BillLineRow } from '../bills/bill-api.ts'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

/** What is agreed with the transporter for an LR kind by kind, beside what is billed, and the sizes of its packages. */
export default function LrAgreed({ wholeLr: { lr }, reload }: LrPartProps) {
  const may = useMay()
  const readsBills = may('read', transporterBillLine.path)
  const { data, error, refetch } = useQuery<Agreed, Refusal>({
    queryKey: ['lrs', 'one', lr.id, 'agreed', readsBills],
    queryFn: () => agreedOf(lr.id, readsBills),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data || lr.freightTerms === 'TO_PAY') return null
  const { sizes, line } = data
  const agreed = lr.agreedCharges
  const kinds = compareKinds(agreed?.charges ?? [], line?.billedKinds ?? null)
  const measured = sum(sizes.map(({ count }) => count))
  const facts: [string, React.ReactNode][] = [
    [
      'Contract',
      agreed &&
        (may('read', freightContract.path) && lr.freightContractId !== null ? (
          <Link to={pathOf.show(freightContract, lr.freightContractId)}>{agreed.contractNo}</Link>
        ) : (
          agreed.contractNo
        )),
    ],
    ['Charged by contract', agreed && kilograms(agreed.charged)],
    ['Charged on the LR', kilograms(lr.chargedWeightKg)],
    ['Actual', kilograms(lr.actualWeightKg)],
    ['Volumetric', lr.volumetricWeightKg !== null && kilograms(lr.volumetricWeightKg)],
    ['Billed weight', line?.billedWeightKg != null && kilograms(line.billedWeightKg)],
    ['Fuel adjustment', agreed && agreed.fuelPct !== 0 && percentText(agreed.fuelPct)],
    ['Packages', sizes.length > 0 && sizesText(sizes)],
  ]
  return (
    <LrPanel id="agreed" title="Agreed charges">
      {!agreed && <p className="quiet">No freight contract prices this LR: its lane or what it states is agreed.</p>}
      <FactList className="facts" facts={facts} />
      {sizes.length > 0 && measured !== lr.packages && (
        <p className="notice-box is-warning">
          The sizes are of {measured} packages, and the LR has {lr.packages}: say them again.
        </p>
      )}
      {kinds.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Charge</th>
              <th scope="col" className="number">
                Agreed
              </th>
              {line?.billedKinds && (
                <th scope="col" className="number">
                  Billed
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, agreed, billed }) => (
              <tr key={kind}>
                <th scope="row">{chargeWords.staff[kind]}</th>
                <td className="number">{agreed === null ? '–' : rupees(agreed)}</td>
                {line?.billedKinds && <td className="number">{billed === null ? '–' : rupees(billed)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">In all</th>
              <td className="number">{rupees(sum(kinds.map(one => one.agreed ?? 0)))}</td>
              {line?.billedKinds && <td className="number">{rupees(sum(kinds.map(one => one.billed ?? 0)))}</td>}
            </tr>
          </tfoot>
        </table>
      )}
      {may('update', 'lrs') && lr.billStatus !== 'APPROVED' && lr.billStatus !== 'PAID' && (
        <Measure
          lrId={lr.id}
          sizes={sizes}
          onDone={() => {
            void refetch()
            reload()
          }}
        />
      )}
    </LrPanel>
  )
}

function Measure({ lrId, sizes, onDone }: { lrId: number; sizes: readonly LrPackage[]; onDone: () => void }) {
  const [text, setText] = useState<string>()
  const [fault, setFault] = useState<string>()
  async function save(event: FormEvent) {
    event.preventDefault()
    const read = readSizes(text ?? sizesText(sizes))
    if (!read) return setFault(SIZES_FAULT)
    try {
      await api.post('/lr-sizes', { lrId, sizes: read })
      setFault(undefined)
      showSuccess('The packages are measured, and the LR is priced again.')
      onDone()
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setFault(failure.faults[0]?.message ?? failure.message)
    }
  }
  return (
    <form onSubmit={event => void save(event)} aria-label="Sizes of packages">
      <label htmlFor="lr-sizes">Sizes of packages</label>
      <Input
        id="lr-sizes"
        value={text ?? sizesText(sizes)}
        onChange={event => setText(event.target.value)}
        aria-describedby="lr-sizes-hint"
        aria-invalid={fault !== undefined}
      />
      <p id="lr-sizes-hint" className={fault ? 'field-error' : 'quiet'}>
        {fault ?? SIZES_HINT}
      </p>
      <Button htmlType="submit">Save sizes</Button>
    </form>
  )
}

interface Agreed {
  sizes: (LrPackage & ApiRow)[]
  line: BillLineRow | undefined
}

async function agreedOf(lrId: number, readsBills: boolean): Promise<Agreed> {
  const [sizes, [line]] = await Promise.all([
    rowsOf(lrPackage).all<LrPackage & ApiRow>({ where: { lrId }, sort: { id: 1 } }),
    readsBills ? rowsOf(transporterBillLine).all<BillLineRow>({ where: { lrId, releasedNo: 0 } }) : [],
  ])
  return { sizes, line }
}
