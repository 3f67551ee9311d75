class APIClient {
  async makeRequest(endpoint, options) {
    const maxRetries = 3;
    const backoffBase = 1000;
    
    for (let attempt = 0; attempt <= maxRetries; attempt++) {
      try {
        const response = await fetch(endpoint, options);
        
        if (response.ok) {
          return await response.json();
        }
        
        const error = await response.json();
        
        // Don't retry client errors (4xx) except rate limiting
        if (response.status >= 400 && response.status < 500 && response.status !== 429) {
          throw new APIError(error.error.code, error.error.message);
        }
        
        // Server errors and rate limiting are retryable
        if (attempt === maxRetries) {
          throw new APIError(error.error.code, error.error.message);
        }
        
        // Exponential backoff with jitter
        const delay = backoffBase * Math.pow(2, attempt) + Math.random() * 1000;
        await new Promise(resolve => setTimeout(resolve, delay));
        
      } catch (error) {
        if (attempt === maxRetries) throw error;
      }
    }
  }
}
