import { useSelect } from '@refinedev/antd'
import { Select } from 'antd'
import { useState } from 'react'
import { optionText } from '../../resources/define/option-text.ts'
import { paymentAccount } from '../../resources/settings/payment-account.ts'
import { settlementSheet } from '../../resources/uploads/settlement.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes in a settlement file of a gateway. */
export default function ImportSettlement() {
  const { query } = useSelect<{ code: string; gateway: string }>({
    resource: paymentAccount.path,
    pagination: { mode: 'off' },
  })
  const accounts = [...new Map((query.data?.data ?? []).map(one => [one.code, one])).values()]
  const [code, setCode] = useState<string>()
  const chosen = accounts.find(one => one.code === code)
  return (
    <ImportPage
      resource={settlementSheet}
      title="Import Gateway Settlement"
      list={{ title: 'Settlement Rows', path: '/transaction-view/settlement-rows' }}
      extraFields={
        <>
          <p>
            <label htmlFor="settled-account">Payment account, where the file does not name it</label>
            <br />
            <Select
              id="settled-account"
              allowClear
              loading={query.isLoading}
              value={code}
              options={accounts.map(one => ({ value: one.code, label: `${one.code} · ${optionText(one.gateway)}` }))}
              onChange={setCode}
            />
            <input type="hidden" name="given.accountId" value={chosen?.code ?? ''} />
            <input type="hidden" name="given.gateway" value={chosen?.gateway ?? ''} />
          </p>
          <p className="quiet">
            The check shows which rows settle a payment and which differ, before anything is saved. The rows of a UTR
            are taken in together. A file that was taken in before changes nothing.
          </p>
        </>
      }
    />
  )
}
