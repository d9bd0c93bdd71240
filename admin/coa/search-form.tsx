import { Button, Input } from 'antd'
import { type FormEvent, useRef, useState } from 'react'
import type { FoundCertificate } from '../../resources/coa/commands.ts'
import { dayText } from '../../resources/define/show.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { findCertificate } from './coa-api.ts'
import '../shipment-tracking/tracking.css'
import './coa.css'

const fields = [
  { name: 'product', label: 'Product code', max: 40 },
  { name: 'batchNo', label: 'Batch no', max: 10 },
] as const

/** Finds the certificate of a batch by its product and whole number, and offers it. */
export function SearchForm({ isOnly, isLarge = false }: { isOnly: boolean; isLarge?: boolean }) {
  const [faults, setFaults] = useState<Fault[]>([])
  const [said, setSaid] = useState('')
  const [certificate, setCertificate] = useState<FoundCertificate | null>(null)
  const [busy, setBusy] = useState(false)
  const alert = useRef<HTMLDivElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    setFaults([])
    setSaid('')
    setCertificate(null)
    setBusy(true)
    try {
      setCertificate(await findCertificate(text('product'), text('batchNo')))
    } catch (error) {
      const refusal = isRefusal(error) ? error : undefined
      if (refusal?.statusCode === 400) setFaults(refusal.faults)
      else setSaid(refusal?.message ?? 'Something went wrong.')
      requestAnimationFrame(() => alert.current?.focus())
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <form onSubmit={event => void submit(event)} className="track-form coa-search" noValidate>
        <div role="alert" ref={alert} tabIndex={-1} className="login-wrong">
          {said}
        </div>
        {fields.map(({ name, label, max }) => (
          <FieldRow
            key={name}
            id={`coa-${name}`}
            label={label}
            required
            error={faults.find(({ field }) => field === name)?.message}
          >
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status ?? ''}
                name={name}
                maxLength={max}
                autoComplete="off"
                autoCapitalize="characters"
              />
            )}
          </FieldRow>
        ))}
        <Button
          type={isOnly ? 'primary' : 'default'}
          htmlType="submit"
          {...(isLarge && { size: 'large' })}
          loading={busy}
        >
          Search
        </Button>
      </form>
      <div role="status" className="coa-found">
        {certificate && <Found certificate={certificate} />}
      </div>
    </>
  )
}

const Found = ({ certificate: { product, batchNo, expiryDate, link } }: { certificate: FoundCertificate }) => (
  <section className="panel" aria-label="The certificate">
    <p>
      <strong>{product}</strong>, batch {batchNo}
      {expiryDate && `, expires ${dayText(expiryDate)}`}
    </p>
    <a href={link} download>
      Download the certificate
    </a>
    {link.startsWith('/api/coa-links/') && <p className="quiet">The link works for five minutes.</p>}
  </section>
)
