import { useSelect } from '@refinedev/antd'
import { Select } from 'antd'
import { useState } from 'react'
import { bankAccount } from '../../resources/settings/bank-account.ts'
import { bankStatementSheet } from '../../resources/uploads/bank-statement.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes in a statement of a bank account. */
export default function ImportBankStatement() {
  const { query } = useSelect<{ code: string; bank: string }>({
    resource: bankAccount.path,
    pagination: { mode: 'off' },
  })
  const [code, setCode] = useState<string>()
  const accounts = query.data?.data ?? []
  return (
    <ImportPage
      resource={bankStatementSheet}
      title="Import Bank Statement"
      list={{ title: 'Bank Lines', path: '/transaction-view/bank-lines' }}
      extraFields={
        <>
          <p>
            <label htmlFor="statement-account">Bank account, where the file does not name it</label>
            <br />
            <Select
              id="statement-account"
              allowClear
              style={{ minWidth: 260 }}
              loading={query.isLoading}
              value={code}
              options={accounts.map(one => ({ value: one.code, label: `${one.code} · ${one.bank}` }))}
              onChange={setCode}
            />
            <input type="hidden" name="given.bankAccountId" value={code ?? ''} />
          </p>
          <p className="quiet">
            The check shows which lines are transfers of gateways before anything is saved. A line that was taken in
            before changes nothing.
          </p>
        </>
      }
    />
  )
}
