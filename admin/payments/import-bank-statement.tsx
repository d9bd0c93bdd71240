import { bankAccount } from '../../resources/settings/bank-account.ts'
import { bankStatementSheet } from '../../resources/uploads/bank-statement.ts'
import GivenChoice from '../derive/import/given-choice.tsx'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes in a statement of a bank account. */
export default function ImportBankStatement() {
  return (
    <ImportPage
      resource={bankStatementSheet}
      title="Import Bank Statement"
      list={{ title: 'Bank Lines', path: '/transaction-view/bank-lines' }}
      extraFields={
        <>
          <GivenChoice<{ code: string; bank: string }>
            label="Bank account, where the file does not name it"
            column="bankAccountId"
            from={bankAccount.path}
            text={({ bank }) => bank}
          />
          <p className="quiet">
            The check shows which lines are transfers of gateways before anything is saved. A line that was taken in
            before changes nothing.
          </p>
        </>
      }
    />
  )
}
