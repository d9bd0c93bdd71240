import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { SentOf } from '../../../resources/define/command.ts'
import type { submitDocument } from '../../../resources/orders/documents/commands.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { documentNames } from '../../../resources/orders/quote/eud.ts'
import type { LineDocuments, NeededDocument } from '../../../resources/orders/quote/quote.ts'
import { usePerson } from '../../account/person.ts'
import { ask, at } from '../../derive/command/ask.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { FileInput } from '../../derive/form/file-input.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { isRefusal } from '../../shell/api.ts'
import { createSendOnce, type SendOnce } from '../../shell/idempotency-key.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { usePad } from '../pad/pad.ts'
import type { PadLine } from './line-store.ts'

const documents = at<typeof submitDocument>('POST eud-documents')
/** A form as it is sent to hear what it lacks. */
type Unfinished<Body> = { [N in keyof Body]: Body[N] | string | null }

/** Uploads an end-user document for a product of the customer. */
const giveDocument = (body: Unfinished<SentOf<typeof submitDocument>>, sendOnce: SendOnce) =>
  sendOnce(
    JSON.stringify(body),
    headers => ask(documents, body as SentOf<typeof submitDocument>, headers) as Promise<{ id: number; eudNo: string }>,
  )

/** The end-user documents of a row: those on file, and forms for the missing ones. */
export function LineEud({ line, product, eud }: { line: PadLine; product: OfferedProduct; eud: LineDocuments }) {
  const head = useRef<HTMLHeadingElement>(null)
  const missing = eud.types.filter(({ documentId }) => documentId === null).length
  const before = useRef(missing)
  useEffect(() => {
    // The focused form is gone once its document is uploaded.
    if (missing < before.current) head.current?.focus()
    before.current = missing
  }, [missing])
  return (
    <section aria-labelledby="eud-head">
      <h3 id="eud-head" ref={head} tabIndex={-1}>
        End-user documents
      </h3>
      {eud.types.map(need => (
        <div key={need.documentType}>
          {need.documentId !== null ? (
            <p className={need.onFile ? 'all-good' : ''}>
              <Icon name="check" /> {named(need)}:{' '}
              {need.onFile ? 'on file and approved' : 'given; it is looked at once the order is submitted'}.
            </p>
          ) : (
            <GiveDocument line={line} product={product} need={need} />
          )}
        </div>
      ))}
    </section>
  )
}

const named = ({ documentType }: NeededDocument) => {
  const name = documentNames[documentType]
  return `${name[0]!.toUpperCase()}${name.slice(1)}`
}

function GiveDocument({ line, product, need }: { line: PadLine; product: OfferedProduct; need: NeededDocument }) {
  const { uploadMaxMb } = usePerson()
  const { store, customerId, savedId } = usePad()
  const [values, setValues] = useState({
    documentRef: null as string | null,
    endUse: null as string | null,
    issueDate: null as string | null,
    permittedQty: null as number | string | null,
    attachmentId: null as number | null,
  })
  const [errors, setErrors] = useState(new Map<string, string>())
  const [busy, setBusy] = useState(false)
  const sendOnce = useRef(createSendOnce()).current
  const change = (changes: Partial<typeof values>) => setValues(now => ({ ...now, ...changes }))
  const field = (name: keyof typeof values, label: string) => ({
    id: `eud-${need.documentType}-${name}`,
    label,
    error: errors.get(name),
  })

  async function upload() {
    setBusy(true)
    setErrors(new Map())
    try {
      // A document for a single order needs the order's number.
      const orderId = need.frequency === 'PER_ORDER' ? await savedId() : null
      const body = { ...values, customerId, productId: product.id, documentType: need.documentType, orderId }
      const { id, eudNo } = await giveDocument(body, sendOnce)
      store.changeExtras(line.key, { eudDocumentId: id })
      showSuccess(`${named(need)} ${eudNo} is given.`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const faults = error.faults.map(({ field, message }) => [field, message] as const)
      setErrors(new Map([...faults, ['form', faults.length > 0 ? '' : error.message]]))
      const [first] = faults
      if (first) document.getElementById(`eud-${need.documentType}-${first[0]}`)?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="drawer-fields">
      <p>
        <strong>{named(need)}</strong> is needed for {product.code}.
        {need.missing && !need.missing.startsWith('needs') && ` It ${need.missing}.`}
        {need.templateAttachmentId !== null && (
          <>
            {' '}
            <a href={`/api/attachments/${need.templateAttachmentId}/file`}>Form to fill in</a>
          </>
        )}
      </p>
      <FieldRow {...field('attachmentId', 'Document')} required hint={`PDF, PNG or JPG, at most ${uploadMaxMb} MB`}>
        {control => (
          <FileInput
            {...control}
            owner="EUD"
            accept=".pdf,.png,.jpg,.jpeg"
            what="document"
            value={values.attachmentId}
            name={undefined}
            onChange={attachmentId => change({ attachmentId })}
          />
        )}
      </FieldRow>
      <FieldRow {...field('documentRef', 'Number on the document')} required>
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status ?? ''}
            maxLength={60}
            autoComplete="off"
            value={values.documentRef ?? ''}
            onChange={event => change({ documentRef: event.target.value || null })}
          />
        )}
      </FieldRow>
      <FieldRow {...field('issueDate', 'Issued on')} required>
        {control => <DayInput {...control} value={values.issueDate} onChange={issueDate => change({ issueDate })} />}
      </FieldRow>
      <FieldRow {...field('endUse', 'What it is used for')} required>
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status ?? ''}
            maxLength={200}
            autoComplete="off"
            value={values.endUse ?? ''}
            onChange={event => change({ endUse: event.target.value || null })}
          />
        )}
      </FieldRow>
      {need.qtyControlled && (
        <FieldRow {...field('permittedQty', `Permitted quantity (${product.uom})`)} required>
          {control => (
            <NumberInput
              {...control}
              scale={3}
              value={values.permittedQty}
              onChange={permittedQty => change({ permittedQty })}
            />
          )}
        </FieldRow>
      )}
      {errors.get('form') && (
        <p className="field-error" role="alert">
          {errors.get('form')}
        </p>
      )}
      <Button type="primary" loading={busy} onClick={() => void upload()}>
        Give the document
      </Button>
    </div>
  )
}
