import { Input } from 'antd'
import { rupees } from '../../../resources/define/show.ts'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import { usePerson } from '../../account/person.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { FileInput } from '../../derive/form/file-input.tsx'

/** The customer's purchase order: number, date and file. */
export function PoFields(po: {
  header: HeaderBody
  needsPo: boolean
  today: string
  fileName: string | undefined
  /** The order value, in paise, from which the file is required. */
  fileFrom: number
  field: (name: keyof HeaderBody, label: string) => { id: string; label: string; error: string | undefined }
  onChange: (changes: Partial<HeaderBody>) => void
}) {
  const { uploadMaxMb } = usePerson()
  const { header, needsPo, today, fileName, fileFrom, field, onChange } = po
  /** A PO of which only the number is known is of today. */
  function changeNo(customerPoNo: string | null) {
    onChange({
      customerPoNo,
      ...(customerPoNo && !header.customerPoNo && { customerPoDate: header.customerPoDate ?? today }),
    })
  }
  return (
    <>
      <FieldRow
        {...field('poAttachmentId', 'PO file')}
        hint={
          needsPo
            ? `Needed from ${rupees(fileFrom)}. PDF, PNG, JPG or XLSX, at most ${uploadMaxMb} MB.`
            : `PDF, PNG, JPG or XLSX, at most ${uploadMaxMb} MB.`
        }
        wide
      >
        {control => (
          <FileInput
            {...control}
            owner="ORDER"
            accept=".pdf,.png,.jpg,.jpeg,.xlsx"
            what="PO file"
            value={header.poAttachmentId}
            name={fileName}
            onChange={poAttachmentId => onChange({ poAttachmentId })}
          />
        )}
      </FieldRow>
      <FieldRow {...field('customerPoNo', 'PO number')} required={needsPo}>
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status ?? ''}
            autoComplete="off"
            maxLength={35}
            value={header.customerPoNo ?? ''}
            onChange={event => changeNo(event.target.value || null)}
          />
        )}
      </FieldRow>
      <FieldRow {...field('customerPoDate', 'PO date')} required={needsPo}>
        {control => (
          <DayInput
            {...control}
            value={header.customerPoDate}
            onChange={customerPoDate => onChange({ customerPoDate })}
          />
        )}
      </FieldRow>
    </>
  )
}
