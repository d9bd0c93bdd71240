import { Input } from 'antd'
import { useState } from 'react'
import { optionText } from '../../resources/define/option-text.ts'
import { paymentAccount } from '../../resources/settings/payment-account.ts'
import { settlementSheet } from '../../resources/uploads/settlement.ts'
import DayInput from '../derive/form/day-input.tsx'
import GivenChoice from '../derive/import/given-choice.tsx'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes in a settlement file of a gateway. */
export default function ImportSettlement() {
  const [day, setDay] = useState<string | null>(null)
  return (
    <ImportPage
      resource={settlementSheet}
      title="Import Gateway Settlement"
      list={{ title: 'Settlement Rows', path: '/transaction-view/settlement-rows' }}
      extraFields={
        <>
          <GivenChoice<{ code: string; gateway: string }>
            label="Payment account, where the file does not name it"
            column="accountId"
            from={paymentAccount.path}
            text={({ gateway }) => optionText(gateway)}
          />
          <p>
            <label htmlFor="settled-on">Settled on, where the file has no such column</label>
            <br />
            <DayInput id="settled-on" value={day} onChange={setDay} />
            <input type="hidden" name="given.settlementDate" value={day ?? ''} />
          </p>
          <p>
            <label htmlFor="settled-utr">UTR, where the file has no such column</label>
            <br />
            <Input id="settled-utr" name="given.settlementRef" autoComplete="off" />
          </p>
          <p className="quiet">
            The headings of PayU, CCAvenue, BillDesk and Razorpay are offered; what you choose is kept for the account.
            The check shows which rows settle a payment and which differ, before anything is saved. The rows of a UTR
            are taken in together. A file that was taken in before changes nothing.
          </p>
        </>
      }
    />
  )
}
