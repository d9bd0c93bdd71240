import { useState } from 'react'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { billSheet } from '../../../resources/uploads/transporter-bill.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { FileInput } from '../../derive/form/file-input.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import ImportPage from '../../derive/import/import-page.tsx'

/** Imports the LRs of one bill from a file: the form also asks for the base amount and the scan of the bill. */
export default function ImportBill() {
  const [base, setBase] = useState<number | null>(null)
  const [scan, setScan] = useState<number | null>(null)
  const { sentFor, accept } = transporterBill.fields.attachmentId
  return (
    <ImportPage
      resource={billSheet}
      extraFields={
        <>
          <FieldRow id="bill-base" label="Base amount" hint="Before GST" required>
            {control => (
              <NumberInput
                {...control}
                scale={2}
                unit="₹"
                value={base}
                onChange={value => setBase(value as number | null)}
              />
            )}
          </FieldRow>
          <input type="hidden" name="given.baseAmount" value={base ?? ''} />
          <FieldRow id="bill-scan" label="Scan of the bill" required>
            {control => (
              <FileInput
                {...control}
                owner={sentFor!}
                accept={accept!}
                what="scan"
                value={scan}
                name={null}
                onChange={setScan}
              />
            )}
          </FieldRow>
          <input type="hidden" name="given.attachmentId" value={scan ?? ''} />
          <p className="quiet">One file is one bill: its LRs add up to the base amount, within ₹ 1.</p>
        </>
      }
    />
  )
}
