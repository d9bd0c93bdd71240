import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import type { DryRun, tryMessage } from '../../../resources/orders/sap/commands.ts'
import type { ShownMessage } from '../../../resources/orders/sap/sap-message.ts'
import { ask, at } from '../../derive/command/ask.ts'
import type { Refusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'

const testable: readonly string[] = ['ORDER_CREATE', 'ORDER_CHANGE', 'ORDER_ITEM_CANCEL']

/** Asks whether SAP would take a message as it is now, without saving anything there. */
export function DryRunBox({ message: { id, messageType } }: { message: ShownMessage }) {
  const dryRun = useMutation<DryRun, Refusal>({
    mutationFn: () => ask(at<typeof tryMessage>('POST sap-dry-runs'), { messageId: id }),
  })
  if (!testable.includes(messageType)) return null
  return (
    <section>
      <h3>Dry run</h3>
      <p className="quiet">Checks the message as it would be sent now. Nothing is saved in SAP.</p>
      <Button loading={dryRun.isPending} onClick={() => dryRun.mutate()}>
        Check without sending
      </Button>
      <div aria-live="polite">
        {dryRun.error && <p className="field-error">{dryRun.error.message}</p>}
        {dryRun.data && <Result {...dryRun.data} />}
      </div>
    </section>
  )
}

const by = {
  SIMULATOR: 'The simulated SAP',
  FIELD_LIST: 'The list of SAP’s fields (a real SAP knows no dry run)',
} as const

function Result({ by: checker, faults }: DryRun) {
  return (
    <div className={`notice-box ${faults.length > 0 ? 'is-bad' : 'is-good'} sap-dry-run`}>
      <p>
        <Icon name={faults.length > 0 ? 'alert' : 'check'} size={12} /> {by[checker]}{' '}
        {faults.length > 0 ? 'would refuse it:' : 'would take it.'}
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ code, message }) => (
            <li key={`${code} ${message}`}>
              {message} {code && <span className="quiet">({code})</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
