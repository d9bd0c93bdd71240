import { useEffect, useState } from 'react'
import { readWhole } from './result-api.ts'

type Whole = Awaited<ReturnType<typeof readWhole>>

/** The payment with what it settles, once it is known which; undefined for whoever may not read it. */
export function useWhole(txnNo: string | undefined): Whole {
  const [transaction, setTransaction] = useState<Whole>()
  useEffect(() => {
    // Without it the page still says how the payment stands.
    if (txnNo !== undefined) readWhole(txnNo).then(setTransaction, () => undefined)
  }, [txnNo])
  return transaction
}
