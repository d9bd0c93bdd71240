import { useEffect, useState } from 'react'

/** The value, delayed until it has not changed for the given milliseconds. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return later
}
