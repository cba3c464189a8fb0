/** Settings of the weather service. */
export interface WeatherSettings {
  /** URL of a service with the interface of met.no's locationforecast. Absent: none. */
  readonly url?: string | undefined;
  /** Time limit of an answer, ms. */
  readonly timeoutMs: number;
  /** Maximum number of requests at once, because the call is public. */
  readonly maxConcurrentRequests: number;
}

export const defaultWeather: WeatherSettings = { timeoutMs: 5000, maxConcurrentRequests: 8 };
