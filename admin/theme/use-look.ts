import { useSyncExternalStore } from 'react'
import { currentChoice, currentLook, onLook } from './look.ts'

/** The look of the screens now; a component that uses it is drawn again when it changes. */
export const useLook = () => useSyncExternalStore(onLook, currentLook)

/** What the person chose, of which «system» is one choice. */
export const useLookChoice = () => useSyncExternalStore(onLook, currentChoice)

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether things may move: not for people whose device asks for less motion. */
export const useMotion = () => useSyncExternalStore(onStillness, () => !stillness.matches)

function onStillness(listener: () => void) {
  stillness.addEventListener('change', listener)
  return () => stillness.removeEventListener('change', listener)
}
