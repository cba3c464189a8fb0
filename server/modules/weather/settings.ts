export interface WeatherSettings {
  /** URL of a weather service with the interface of met.no's locationforecast. Absent: no weather is available. */
  readonly url?: string | undefined;
  /** Time limit for an answer of the weather service, ms. */
  readonly timeoutMs: number;
  /**
   * Maximum number of simultaneous requests to the weather service. The limit is needed because anyone may request the
   * weather without signing in.
   */
  readonly maxConcurrentRequests: number;
}

export const defaultWeather: WeatherSettings = { timeoutMs: 5000, maxConcurrentRequests: 8 };
