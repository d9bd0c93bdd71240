import { useAddress } from '../../shell/use-address.ts'

/** In the address, the message whose console is open: a page left to mend something is found again as it was. */
const MESSAGE = 'message'

/** The message to SAP that is open, and the way to open another or none. */
export function useOpenMessage() {
  const [address, changeAddress] = useAddress()
  return {
    opened: Number(address.get(MESSAGE)),
    open: (id: number | null) =>
      changeAddress(query => {
        query.delete('mended')
        if (id === null) query.delete(MESSAGE)
        else query.set(MESSAGE, String(id))
        return query
      }),
  }
}
