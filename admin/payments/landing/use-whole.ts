import { useCallback, useEffect, useState } from 'react'
import { readWhole, type WholePayment } from './result-api.ts'

/** The whole payment, once it is known which, and a way to read it anew; undefined for whoever may not read it. */
export function useWhole(txnNo: string | undefined): [WholePayment | undefined, () => Promise<void>] {
  const [whole, setWhole] = useState<WholePayment>()
  const read = useCallback(async () => {
    if (txnNo === undefined) return
    // Without it the page still says how the payment stands.
    setWhole(await readWhole(txnNo).catch(() => undefined))
  }, [txnNo])
  useEffect(() => void read(), [read])
  return [whole, read]
}
