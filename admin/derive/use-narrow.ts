import { useSyncExternalStore } from 'react'

const phone = window.matchMedia('screen and (max-width: 800px)')

const listen = (onChange: () => void) => {
  phone.addEventListener('change', onChange)
  return () => phone.removeEventListener('change', onChange)
}

/** Whether the screen is as narrow as a phone's: lists become cards; paper, which is narrower than some screens, is not. */
export const useNarrow = () => useSyncExternalStore(listen, () => phone.matches)
